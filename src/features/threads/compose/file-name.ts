const longestName = 200;

/** File extensions that mail servers refuse. */
export const refusedEndings = new Set(
	"exe com bat cmd scr pif js jse vbs vbe wsf wsh ps1 msi jar lnk hta cpl reg iso img dll apk".split(" "),
);

/** Control characters, and those that change the writing direction: 'fdp.exe' can look like 'exe.pdf'. */
const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name of a file as it may be shown and sent: without folders and without invisible characters. */
export function cleanFileName(name: string, fallback = "attachment"): string {
	const last = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
	const visible = last.toWellFormed().replace(hidden, "").trim();
	return [...visible].slice(0, longestName).join("") || fallback;
}

/** Windows drops dots and blanks at the end: 'setup.exe. ' is a program there. */
export function endingOf(name: string): string {
	let end = name.length;
	while (end > 0 && " .".includes(name.charAt(end - 1))) end -= 1;
	const dot = name.lastIndexOf(".", end - 1);
	return dot < 0 ? "" : name.slice(dot + 1, end).toLowerCase();
}
