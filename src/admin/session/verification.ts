import { createStore, useStore } from "./store.ts";

/** The person closed the dialog that asks for another proof: nothing has failed, and nothing was done. */
export class VerificationCancelled extends Error {
	constructor() {
		super("The verification was canceled.");
	}
}

type Request = { resolve(): void; reject(error: Error): void };

const asked = createStore<Request | undefined>(undefined);

/** Whether the person is being asked for another proof. */
export const useVerificationAsked = () => useStore(asked, (request) => request !== undefined);

export function finishVerification(): void {
	asked.get()?.resolve();
	asked.set(undefined);
}

export function cancelVerification(): void {
	asked.get()?.reject(new VerificationCancelled());
	asked.set(undefined);
}

/**
 * Does what the server does only for someone who was verified lately: when it refuses, the person is asked for the second
 * step, or the password, and the action is done again. Every request of `authorizedFetch` does so; those of the auth
 * client have to be wrapped.
 * @throws VerificationCancelled when they would rather not
 */
export async function withVerification<T>(action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		if (!isVerificationNeeded(error)) throw error;
		await new Promise<void>((resolve, reject) => asked.set({ resolve, reject }));
		return action();
	}
}

const isVerificationNeeded = (error: unknown): boolean =>
	error instanceof Error && "code" in error && error.code === "reauthentication_needed";

/** The data of an answer of the auth client. @throws its error */
export function dataOf<Data>({ data, error }: { data: Data; error: Error | null }): NonNullable<Data> {
	if (error) throw error;
	if (data === null || data === undefined) throw new Error("the auth client answered without data");
	return data;
}
