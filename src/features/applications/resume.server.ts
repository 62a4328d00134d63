import { fileTypeFromBlob } from "file-type";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { type ResumeExtension, resumeExtension, resumeFileProblem, resumeTooLarge } from "./apply/resume-rules.ts";

/** What its first bytes must say of a Word file. An old one is one of Microsoft's compound files. */
const signatures: Record<Exclude<ResumeExtension, "pdf">, string> = { doc: "cfb", docx: "docx" };

/** Readers of PDF files look so far for the header, because email and web programs put bytes before it. */
const pdfHeaderWithin = 1024;

/** Why we don't accept this file as a resume. It checks the content, because a name proves nothing. */
export async function resumeProblem(file: UploadedFile | undefined): Promise<string | undefined> {
	if (file?.truncated) return resumeTooLarge;
	const problem = resumeFileProblem(file && { name: file.name, size: file.content.size });
	if (problem || !file) return problem;
	const extension = resumeExtension(file.name);
	if (extension && (await isOfType(extension, file.content))) return undefined;
	return `This isn't a valid ${extension?.toUpperCase()} file. Please save it again as PDF, DOC, or DOCX.`;
}

async function isOfType(extension: ResumeExtension, content: Blob): Promise<boolean> {
	if (extension === "pdf") return (await content.slice(0, pdfHeaderWithin).text()).includes("%PDF-");
	const found = await fileTypeFromBlob(content).catch(() => undefined);
	return found?.ext === signatures[extension];
}

/** The name of the stored file (specification 7). It contains only plain letters of what the applicant typed. */
export function resumeFileName(
	at: Date,
	applicant: { firstName: string; lastName: string } | "general",
	extension: string,
): string {
	const time = at.getTime();
	if (applicant === "general") return `general-${time}.${extension}`;
	return `${[time, plain(applicant.firstName), plain(applicant.lastName)].filter(Boolean).join("-")}.${extension}`;
}

const plain = (text: string) =>
	text
		.normalize("NFKD")
		.replace(/[^A-Za-z0-9]/g, "")
		.slice(0, 50);
