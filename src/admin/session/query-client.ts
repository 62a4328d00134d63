import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { toast } from "#ui/toast.ts";
import { ApiError } from "./api-client.ts";
import { VerificationCancelled } from "./verification.ts";

/**
 * The specified text of the toast titled 'Error' about a failure, or a function that makes the whole toast from the
 * failure. There is no toast if the screen itself shows the failure.
 */
export type Failure = string | ((error: Error) => { title: string; description: string } | undefined);

declare module "@tanstack/react-query" {
	interface Register {
		queryMeta: { failure?: Failure };
		mutationMeta: {
			failure?: Failure;
			/** It only reads, so the change before it can still be undone. */
			reads?: true;
		};
	}
}

export const profileKey = ["profile"];

let answered: object | undefined;
/** The mutation that has succeeded last: its callbacks and whoever awaits it run before another's can. */
export const answeredMutation = (): object | undefined => answered;

/** The one cache of the back office. */
export const queryClient: QueryClient = new QueryClient({
	queryCache: new QueryCache({
		onError(error, query) {
			tellFailure(error, query.meta?.failure);
			// Its own refusal has said it already: to ask again at once would not end.
			if (query.queryKey[0] !== profileKey[0]) doubtRole(error);
		},
	}),
	mutationCache: new MutationCache({
		// Called right before the mutation's own callback.
		onSuccess(_data, _input, _result, mutation) {
			answered = mutation;
		},
		onError(error, _input, _result, mutation) {
			tellFailure(error, mutation.meta?.failure);
			doubtRole(error);
		},
	}),
	defaultOptions: {
		// Being offline is reported right away; a call must not be sent unnoticed when the connection returns.
		queries: { staleTime: 30_000, networkMode: "always", retry: (failures, error) => failures < 1 && isPassing(error) },
		mutations: { networkMode: "always" },
	},
});

/** Logs a failure, and shows it as a toast where the person does not see it otherwise. */
export function tellFailure(error: Error, failure: Failure | undefined): void {
	if (error instanceof VerificationCancelled) return;
	// biome-ignore lint/suspicious/noConsole: failures are logged as well as shown (specification 8)
	console.error(error);
	// The dialog to sign in again says all there is to say.
	if (error instanceof ApiError && error.status === 401) return;
	const content = failure && describeFailure(error, failure);
	if (content) toast({ ...content, tone: "destructive" });
}

/** Perhaps the role was taken away since: the guard reacts to the profile. */
function doubtRole(error: Error): void {
	if (error instanceof ApiError && error.status === 403) void queryClient.invalidateQueries({ queryKey: profileKey });
}

/** Taken meanwhile, too large, too many: the server says why it refuses, in words for people (decisions: forms). */
const explainedStatuses = [409, 413, 429];

/** The words of the toast. What the server has explained takes the place of a specified text. */
export function describeFailure(error: Error, failure: Failure): { title: string; description: string } | undefined {
	if (typeof failure !== "string") return failure(error);
	if (error instanceof ApiError && error.isFromServer && Object.keys(error.fields).length > 0) {
		return { title: "Please Check the Form", description: Object.values(error.fields).join(" ") };
	}
	const isExplained = error instanceof ApiError && error.isFromServer && explainedStatuses.includes(error.status);
	return { title: "Error", description: isExplained ? error.message : failure };
}

function isPassing(error: Error): boolean {
	return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
