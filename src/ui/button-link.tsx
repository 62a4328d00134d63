import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { ButtonIcon, buttonClass, type Look } from "./button.tsx";

type ButtonLinkProps = ComponentProps<typeof Link> &
	Pick<Look, "variant"> & { icon?: LucideIcon; children?: ReactNode };

/** A link inside the application, which its router follows; dense, as its buttons are. To a public page, use `ButtonAnchor`. */
export function ButtonLink({ variant = "secondary", className, icon, children, ...rest }: ButtonLinkProps) {
	return (
		<Link prefetch="intent" {...rest} className={buttonClass({ variant, size: "dense" }, className)}>
			<ButtonIcon icon={icon} />
			{children}
		</Link>
	);
}
