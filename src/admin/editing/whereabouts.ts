import { useEffect, useRef } from "react";

/** Where the person is whose form this is: still here, going as soon as it is saved, or on another screen. */
export function useWhereabouts() {
	const person = useRef<"here" | "going" | "gone">("gone");
	useEffect(() => {
		person.current = "here";
		return () => {
			person.current = "gone";
		};
	}, []);
	return person;
}
