import type { ReactNode } from "react";
import { Link } from "react-router";

type MaybeLinkProps = { to: string | undefined; className?: string; children: ReactNode };

/** A link where there is something to lead to, else its words alone. */
export function MaybeLink({ to, ...link }: MaybeLinkProps) {
	return to ? <Link to={to} {...link} /> : link.children;
}
