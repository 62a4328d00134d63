import { useSyncExternalStore } from "react";

/** The share of the form that has been sent, from 0 to 1. Undefined while nothing is being sent. */
let progress: number | undefined;
const listeners = new Set<() => void>();

function setProgress(next: number | undefined): void {
	progress = next;
	for (const listener of listeners) listener();
}

/**
 * Posts a form with XMLHttpRequest, because only that reports the progress of an upload.
 * @returns the body of the response, whatever its status
 * @throws if there is no response, or if it isn't JSON
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
