import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

export const BackToApplications = () => <BackLink to="/admin/applications">Job Applications</BackLink>;
export const BackToJobs = () => <BackLink to="/admin/applications/jobs">Jobs</BackLink>;

function BackLink({ to, children }: { to: string; children: string }) {
	return (
		<Link
			to={to}
			className="mb-2 inline-flex min-h-11 items-center gap-1.5 text-muted-foreground hover:text-foreground md:min-h-7"
		>
			<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
			{children}
		</Link>
	);
}
