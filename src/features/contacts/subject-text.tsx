/** The brand ships no italic, so the browser slants the upright. */
export function SubjectText({ subject }: { subject: string | null }) {
	return subject ? (
		<span>{subject}</span>
	) : (
		<em className="text-muted-foreground [font-synthesis:style]">No subject</em>
	);
}
