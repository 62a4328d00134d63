/**
 * Comes along with a navigation that only gives the open screen another address, as the first save of a record does, and
 * stays in the history.
 * @returns the name of that screen, which the focus stays in
 */
export function sameScreen(state: unknown): string | undefined {
	const isNamed = typeof state === "object" && state !== null && "screen" in state;
	return isNamed && typeof state.screen === "string" ? state.screen : undefined;
}
