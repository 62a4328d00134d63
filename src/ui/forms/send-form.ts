import { useSyncExternalStore } from "react";

/** How much of the form that is being sent has gone, 0 to 1; undefined while none is. */
let progress: number | undefined;
const listeners = new Set<() => void>();

function setProgress(next: number | undefined): void {
	progress = next;
	for (const listener of listeners) listener();
}

/**
 * Posts a form by XMLHttpRequest, the only way in which a browser tells how far an upload has come.
 * @returns the body of the answer, whatever its status
 * @throws when no answer came, or none in JSON
 */
export function sendForm(url: string, form: FormData): Promise<unknown> {
	return new Promise<unknown>((resolve, reject) => {
		const request = new XMLHttpRequest();
		request.upload.onprogress = ({ loaded, total }) => setProgress(loaded / total);
		request.onload = () => {
			if (request.response) resolve(request.response);
			else reject(new Error(`no JSON in the answer (${request.status})`));
		};
		request.onerror = () => reject(new Error("the connection was lost"));
		request.open("POST", url);
		request.responseType = "json";
		request.send(form);
	}).finally(() => setProgress(undefined));
}

export const useSendProgress = () =>
	useSyncExternalStore(
		subscribe,
		() => progress,
		() => undefined,
	);

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}
