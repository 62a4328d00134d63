import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** Before the title of a screen that belongs to another one. */
export function BackLink({ to, label }: { to: string; label: string }) {
	return (
		<Link
			to={to}
			aria-label={label}
			className="-ml-2 grid size-11 shrink-0 place-items-center rounded-sm hover:bg-muted md:size-8.5"
		>
			<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
		</Link>
	);
}
