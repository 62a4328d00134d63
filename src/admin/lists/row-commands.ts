import { useEffect, useEffectEvent } from "react";

export type RowCommand = { label: string; keys?: string; run(): void };
/** What can be done with the chosen rows of the list on the screen, for the palette. */
export type RowCommands = { heading: string; commands: RowCommand[] };

let read: (() => RowCommands) | undefined;

/** Offers the commands while the list is shown. They are made when the palette opens. */
export function useRowCommands(make: () => RowCommands): void {
	const makeLatest = useEffectEvent(make);
	useEffect(() => {
		const own = () => makeLatest();
		read = own;
		return () => {
			if (read === own) read = undefined;
		};
	}, []);
}

export const currentRowCommands = (): RowCommands | undefined => read?.();
