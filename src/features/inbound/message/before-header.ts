const beforeHeader = /^(?:\xef\xbb\xbf|[ \t]*\r?\n|>?From [ \t]*[^\s:][^\n]*\n)+/;

/** A message without what programs and archives put before its header: a byte order mark, empty lines, the first line of an mbox. */
export function fromHeader(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const beginning = Buffer.from(file.subarray(0, 4_000)).toString("latin1");
	return file.subarray(beforeHeader.exec(beginning)?.[0].length ?? 0);
}
