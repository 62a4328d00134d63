const firstLine = { size: 20, leading: 34 };
const otherLines = { size: 11, leading: 16 };

/**
 * Creates a PDF of one page in Helvetica, with the first line as its heading and a correct cross-reference table. It
 * accepts ASCII, and doesn't wrap lines. `padding` bytes make the file larger.
 */
export function textPdf(lines: readonly string[], padding = 0): Uint8Array<ArrayBuffer> {
	const [heading = "", ...rest] = lines.map((line) => line.replaceAll(/[\\()]/g, "\\$&"));
	const text = [
		`BT /F1 ${firstLine.size} Tf 72 720 Td (${heading}) Tj`,
		`/F1 ${otherLines.size} Tf ${otherLines.leading} TL 0 -${firstLine.leading} Td`,
		...rest.map((line) => `(${line}) Tj T*`),
		"ET",
	].join("\n");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		`<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	];
	let file = `%PDF-1.4\n%${" ".repeat(padding)}\n`;
	const offsets = objects.map((object, index) => {
		const offset = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return offset;
	});
	const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
	const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return new TextEncoder().encode(
		`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join("")}${trailer}`,
	);
}
