import { fileTypeFromBlob } from "file-type";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { type ResumeExtension, resumeExtension, resumeFileProblem, resumeTooLarge } from "./apply/resume-rules.ts";

/** The first bytes that each type must have. An old Word file is one of Microsoft's compound files. */
const signatures: Record<ResumeExtension, string> = { pdf: "pdf", doc: "cfb", docx: "docx" };

/** Why we don't accept this file as a resume. It checks the content, because a name proves nothing. */
export async function resumeProblem(file: UploadedFile | undefined): Promise<string | undefined> {
	if (file?.truncated) return resumeTooLarge;
	const problem = resumeFileProblem(file && { name: file.name, size: file.content.size });
	if (problem || !file) return problem;
	const extension = resumeExtension(file.name);
	const found = await fileTypeFromBlob(file.content).catch(() => undefined);
	if (extension && found?.ext === signatures[extension]) return undefined;
	return `This isn't a valid ${extension?.toUpperCase()} file. Please save it again as PDF, DOC, or DOCX.`;
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
