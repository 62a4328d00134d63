import { useEffect, useState } from "react";
import { DeskButton } from "#ui/desk-buttons.tsx";

type Send = (file: File, signal: AbortSignal) => Promise<string>;

/** For a field with an image: what its drop area needs, why the last upload was refused, and a way to give one up. */
export function useImageUpload(send: Send, onUploaded: (address: string) => void) {
	const [underWay, setUnderWay] = useState<AbortController>();
	const [refusal, setRefusal] = useState<string>();
	// Whoever leaves gives it up.
	useEffect(() => () => underWay?.abort(), [underWay]);

	async function choose(file: File): Promise<void> {
		const upload = new AbortController();
		setUnderWay(upload);
		setRefusal(undefined);
		try {
			onUploaded(await send(file, upload.signal));
		} catch (error) {
			// The current image stays.
			if (!upload.signal.aborted) setRefusal(error instanceof Error ? error.message : undefined);
		} finally {
			setUnderWay(undefined);
		}
	}

	return {
		refusal,
		drop: { busy: underWay !== undefined, onChoose: (file: File) => void choose(file) },
		/** A line may hang, and nothing is saved before the picture is there. */
		cancel: underWay && (
			<DeskButton className="justify-self-start" onClick={() => underWay.abort()}>
				Cancel Upload
			</DeskButton>
		),
	};
}
