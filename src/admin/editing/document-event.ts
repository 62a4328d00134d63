import { useEffect, useEffectEvent } from "react";

/** Hears of an event anywhere in the document while the component is mounted. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
	type: Type,
	handler: (event: DocumentEventMap[Type]) => void,
): void {
	const handle = useEffectEvent(handler);
	useEffect(() => {
		const listener = (event: DocumentEventMap[Type]) => handle(event);
		document.addEventListener(type, listener);
		return () => document.removeEventListener(type, listener);
	}, [type]);
}
