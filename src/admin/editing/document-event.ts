import { useEffect, useEffectEvent } from "react";

/**
 * Hears of an event anywhere in the document while the component is mounted.
 * @param capture before the element itself
 */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
	type: Type,
	handler: (event: DocumentEventMap[Type]) => void,
	capture = false,
): void {
	const handle = useEffectEvent(handler);
	useEffect(() => {
		const listener = (event: DocumentEventMap[Type]) => handle(event);
		document.addEventListener(type, listener, capture);
		return () => document.removeEventListener(type, listener, capture);
	}, [type, capture]);
}
