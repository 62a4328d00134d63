import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Arrow, buttonClass, hasArrow, type Look } from "./button.tsx";

type ButtonLinkProps = ComponentProps<typeof Link> & Look & { children: ReactNode };

/** A link inside the application, which its router follows. To a public page, use `ButtonAnchor`. */
export function ButtonLink({ variant, size, className, children, ...rest }: ButtonLinkProps) {
	return (
		<Link prefetch="intent" {...rest} className={buttonClass({ variant, size }, className)}>
			{children}
			{hasArrow({ variant, size }) && <Arrow />}
		</Link>
	);
}
