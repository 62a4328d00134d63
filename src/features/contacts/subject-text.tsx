export function SubjectText({ subject }: { subject: string | null }) {
	return subject ? <span>{subject}</span> : <em className="text-muted-foreground">No subject</em>;
}
