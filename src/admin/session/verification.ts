import { ApiError } from "./api-client.ts";

/** The person closed the dialog that asks for another proof: nothing has failed, and nothing was done. */
export class VerificationCancelled extends Error {
	constructor() {
		super("The verification was canceled.");
	}
}

type Request = { resolve(): void; reject(error: Error): void };

let open: Request | undefined;
const listeners = new Set<() => void>();

function show(request: Request | undefined): void {
	open = request;
	for (const listener of listeners) listener();
}

/** For `useSyncExternalStore` in the dialog. */
export const verificationStore = {
	subscribe(listener: () => void) {
		listeners.add(listener);
		return () => listeners.delete(listener);
	},
	getSnapshot: () => open,
	getServerSnapshot: () => undefined,
};

export function finishVerification(): void {
	open?.resolve();
	show(undefined);
}

export function cancelVerification(): void {
	open?.reject(new VerificationCancelled());
	show(undefined);
}

/**
 * Does what the server does only for someone who was verified lately: when it refuses, the person is asked for the second
 * step, or the password, and the action is done again.
 * @throws VerificationCancelled when they would rather not
 */
export async function withVerification<T>(action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		if (!isVerificationNeeded(error)) throw error;
		await new Promise<void>((resolve, reject) => show({ resolve, reject }));
		return action();
	}
}

const isVerificationNeeded = (error: unknown): boolean =>
	error instanceof Error && "code" in error && error.code === "reauthentication_needed";

/** Whether the server asks for the second step before it does anything else. */
export const isStepNeeded = (error: unknown): boolean => error instanceof ApiError && error.code === "insufficient_aal";

/** The data of an answer of the auth client. @throws its error */
export function dataOf<Data>({ data, error }: { data: Data; error: Error | null }): NonNullable<Data> {
	if (error) throw error;
	if (data === null || data === undefined) throw new Error("the auth client answered without data");
	return data;
}
