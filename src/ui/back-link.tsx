import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/**
 * Before the title of a screen that belongs to another one.
 * @param from the record of this screen, which has the focus in the list that it leads to
 */
export function BackLink({ to, label, from }: { to: string; label: string; from?: string | undefined }) {
	return (
		<Link
			to={to}
			state={{ from }}
			aria-label={label}
			className="-ml-2 grid size-11 shrink-0 place-items-center rounded-sm hover:bg-muted md:size-8.5"
		>
			<ArrowLeft aria-hidden className="size-4" strokeWidth={1.75} />
		</Link>
	);
}
