import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/public-invoice-pay";
import { findPayPage } from "./pay.server.ts";

/** The pay link: a link, because forms may be sent to this site only. What only looks ahead opens no page at Stripe. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
	const purpose = request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "";
	if (request.method === "HEAD" || purpose.includes("prefetch")) return new Response(null, { status: 204 });
	const location = await findPayPage(depsFrom(context), params.token);
	if (!location) return new Response("Invoice not found", { status: 404 });
	return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
}
