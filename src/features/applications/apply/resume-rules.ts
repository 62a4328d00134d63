export const maxResumeBytes = 10 * 1024 * 1024;

export const resumeExtensions = ["pdf", "doc", "docx"] as const;
export type ResumeExtension = (typeof resumeExtensions)[number];

/** Only the part after the last dot counts: 'cv.pdf.exe' is a program. */
export function resumeExtension(name: string): ResumeExtension | undefined {
	const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
	return resumeExtensions.find((known) => known === extension);
}

export const resumeTooLarge = "This file is too large (10 MB max). Please choose a smaller one.";

/** Why this can't be a resume, judging by name and size. The rules are the same in the browser and on the server. */
export function resumeFileProblem(file: { name: string; size: number } | undefined): string | undefined {
	if (!file) return "Please choose your resume.";
	if (!resumeExtension(file.name)) return "Please choose a PDF, DOC, or DOCX file.";
	if (file.size === 0) return "This file is empty. Please choose another one.";
	if (file.size > maxResumeBytes) return resumeTooLarge;
	return undefined;
}

/** Returns a name like 'Ada Byron_resume.pdf' (specification 7). A Word file keeps its own extension. */
export function resumeDownloadName(applicantName: string, storedName: string): string {
	return `${applicantName}_resume.${resumeExtension(storedName) ?? "pdf"}`;
}
