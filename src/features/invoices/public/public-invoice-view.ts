import { recordView } from "#features/invoices/delivery/invoice-links.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import type { Route } from "./+types/public-invoice-view";

/** Records that someone saw the public page: called by its script, or without scripts by loading an image. */
export async function action({ params, context }: Route.ActionArgs) {
	return noteView(params.token, context);
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
	return request.method === "GET" ? noteView(params.token, context) : noContent();
}

async function noteView(token: string, context: Route.ActionArgs["context"]): Promise<Response> {
	const { db, clock } = depsFrom(context);
	await recordView(db, token, clock());
	return noContent();
}

const noContent = () => new Response(null, { status: 204 });
