/** Whether an error, or one that caused it, has one of these codes, such as an SQLSTATE. */
export const hasCause = (error: unknown, codes: ReadonlySet<string>): boolean =>
	causesOf(error).some((cause) => "code" in cause && codes.has(String(cause.code)));

/** An error, and what caused it. */
export function* causesOf(error: unknown): Generator<Error> {
	for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
