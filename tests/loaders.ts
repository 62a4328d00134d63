import { RouterContextProvider } from "react-router";
import { type Deps, provideDeps } from "#platform/process/deps.server.ts";

/** What React Router gives the loader or the action of a page. */
export function routeArgs<Params extends object>(deps: Deps, request: Request, params: Params) {
	const context = new RouterContextProvider();
	provideDeps(context, deps);
	const url = new URL(request.url);
	return { request, context, params, url, pattern: url.pathname };
}

/** Where a loader leads, and how. */
export async function redirectOf(answer: Promise<unknown>): Promise<[status: number, location: string | null]> {
	const thrown: unknown = await answer.then(
		() => undefined,
		(error) => error,
	);
	if (!(thrown instanceof Response)) throw new Error("the loader led nowhere", { cause: thrown });
	return [thrown.status, thrown.headers.get("location")];
}
