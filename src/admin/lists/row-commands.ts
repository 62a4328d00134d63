import { useEffect, useRef } from "react";

export type RowCommand = { label: string; keys?: string; run(): void };
/** What can be done with the chosen rows of the list on the screen, for the palette. */
export type RowCommands = { heading: string; commands: RowCommand[] };

let read: (() => RowCommands) | undefined;

/** Offers the commands while the list is shown. They are made when the palette opens. */
export function useRowCommands(make: () => RowCommands): void {
	const latest = useRef(make);
	useEffect(() => {
		latest.current = make;
	});
	useEffect(() => {
		const own = () => latest.current();
		read = own;
		return () => {
			if (read === own) read = undefined;
		};
	}, []);
}

export const currentRowCommands = (): RowCommands | undefined => read?.();
