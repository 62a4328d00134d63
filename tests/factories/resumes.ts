import { crc32 } from "node:zlib";
import { textPdf } from "#lib/text/text-pdf.ts";

/** A PDF of one page that says `text`, `padding` bytes larger than it needs to be. */
export const buildPdf = (text = "Resume", padding = 0): Uint8Array<ArrayBuffer> => textPdf([text], padding);

/** A Word document of one paragraph. */
export function buildDocx(text = "Resume"): Uint8Array<ArrayBuffer> {
	const types = "http://schemas.openxmlformats.org/package/2006";
	const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
	const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
	return zip({
		"[Content_Types].xml": `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
		"_rels/.rels": `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${types}/relationships"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
	});
}

/** An old Word file: a compound file ([MS-CFB]) of one stream that begins as [MS-DOC] says. */
export function buildDoc(): Uint8Array<ArrayBuffer> {
	const sector = 512;
	const [streamStart, streamSectors, endOfChain, free] = [2, 8, 0xfffffffe, 0xffffffff];
	const file = new DataView(new ArrayBuffer(sector * (1 + streamStart + streamSectors)));
	const longs = (offset: number, ...values: number[]) =>
		values.forEach((value, index) => {
			file.setUint32(offset + index * 4, value, true);
		});
	longs(0, 0xe011cfd0, 0xe11ab1a1);
	longs(24, 0x0003003e, 0x0009fffe, 0x00000006);
	// One sector of allocation table at 0, the directory at 1, no mini stream.
	longs(44, 1, 1, 0, 4096, endOfChain, 0, endOfChain, 0, 0);
	for (let offset = 80; offset < sector; offset += 4) longs(offset, free);
	const table = sector;
	for (let offset = table; offset < table + sector; offset += 4) longs(offset, free);
	longs(table, 0xfffffffd, endOfChain);
	for (let index = 0; index < streamSectors; index++) {
		const last = index === streamSectors - 1;
		longs(table + (streamStart + index) * 4, last ? endOfChain : streamStart + index + 1);
	}
	const entry = (index: number, name: string, type: number, child: number, start: number, size: number) => {
		const offset = 2 * sector + index * 128;
		[...name].forEach((character, at) => {
			file.setUint16(offset + at * 2, character.charCodeAt(0), true);
		});
		file.setUint16(offset + 64, name.length * 2 + 2, true);
		file.setUint8(offset + 66, type);
		file.setUint8(offset + 67, 1);
		longs(offset + 68, free, free, child);
		longs(offset + 116, start, size);
	};
	entry(0, "Root Entry", 5, 1, endOfChain, 0);
	entry(1, "WordDocument", 2, free, streamStart, streamSectors * sector);
	longs(sector * (1 + streamStart), 0x00c1a5ec);
	return new Uint8Array(file.buffer);
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Without compression. */
function zip(entries: Record<string, string>): Uint8Array<ArrayBuffer> {
	const [files, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
	let offset = 0;
	for (const [name, text] of Object.entries(entries)) {
		const [path, content] = [bytes(name), bytes(text)];
		const common = new DataView(new ArrayBuffer(26));
		common.setUint16(0, 20, true);
		common.setUint32(10, crc32(content), true);
		common.setUint32(14, content.length, true);
		common.setUint32(18, content.length, true);
		common.setUint16(22, path.length, true);
		const shared = new Uint8Array(common.buffer);
		files.push(bytes("PK\x03\x04"), shared, path, content);
		const place = new DataView(new ArrayBuffer(14));
		place.setUint32(10, offset, true);
		directory.push(bytes("PK\x01\x02\x14\x00"), shared, new Uint8Array(place.buffer), path);
		offset += 30 + path.length + content.length;
	}
	const end = new DataView(new ArrayBuffer(18));
	const count = Object.keys(entries).length;
	end.setUint16(4, count, true);
	end.setUint16(6, count, true);
	end.setUint32(
		8,
		directory.reduce((size, part) => size + part.length, 0),
		true,
	);
	end.setUint32(12, offset, true);
	return new Uint8Array(Buffer.concat([...files, ...directory, bytes("PK\x05\x06"), new Uint8Array(end.buffer)]));
}
