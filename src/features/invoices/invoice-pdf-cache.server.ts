import { createHash } from "node:crypto";

type Pdf = Uint8Array<ArrayBuffer>;

/** Makes the file that these data stand for, or finds the one made before. */
export type PdfCache = (data: string) => Promise<Pdf>;

/**
 * The PDFs asked for last, in memory, up to `maxBytes`. The data are the key, so a changed invoice is another file and
 * nothing has to be forgotten. However many ask at once, each file is made once (decision 014).
 * @param version sets files made in different ways apart
 */
export function createPdfCache(version: string, maxBytes: number, make: (data: string) => Promise<Pdf>): PdfCache {
	/** Oldest use first. */
	const finished = new Map<string, Pdf>();
	const making = new Map<string, Promise<Pdf>>();
	let bytes = 0;

	function keep(key: string, pdf: Pdf): void {
		finished.set(key, pdf);
		bytes += pdf.byteLength;
		for (const [oldest, { byteLength }] of finished) {
			if (bytes <= maxBytes) return;
			finished.delete(oldest);
			bytes -= byteLength;
		}
	}

	function start(key: string, data: string): Promise<Pdf> {
		const running = make(data)
			.then((pdf) => {
				keep(key, pdf);
				return pdf;
			})
			.finally(() => making.delete(key));
		making.set(key, running);
		return running;
	}

	return (data) => {
		const key = createHash("sha256").update(version).update("\0").update(data).digest("base64url");
		const known = finished.get(key);
		if (known) {
			finished.delete(key);
			finished.set(key, known);
			return Promise.resolve(known);
		}
		return making.get(key) ?? start(key, data);
	};
}
