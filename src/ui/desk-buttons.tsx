import { clsx } from "clsx";
import { type LucideIcon, Trash2 } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { Button, type ButtonProps, buttonClass, type Look } from "./button.tsx";

// The buttons of the back office. Apart from the others, which public pages load.

type DeskButtonProps = Omit<ButtonProps, "size" | "variant"> & { icon?: LucideIcon };

/** The ordinary button of the back office: dense and secondary. */
export const DeskButton = (props: DeskButtonProps) => <DenseButton {...props} variant="secondary" />;

/** The main action of a screen or dialog of the back office. */
export const PrimaryButton = (props: DeskButtonProps) => <DenseButton {...props} variant="primary" />;

/** Sends the form around it. */
export const SubmitButton = (props: DeskButtonProps) => <PrimaryButton {...props} type="submit" />;

const DenseButton = ({ icon, children, ...props }: DeskButtonProps & Look) => (
	<Button {...props} size="dense">
		<ButtonIcon icon={icon} />
		{children}
	</Button>
);

/** Before the words of a dense button. */
const ButtonIcon = ({ icon: Icon }: { icon: LucideIcon | undefined }) =>
	Icon && <Icon aria-hidden className="size-4" strokeWidth={1.75} />;

type ButtonLinkProps = ComponentProps<typeof Link> &
	Pick<Look, "variant"> & { icon?: LucideIcon; children?: ReactNode };

/** A link inside the application, which its router follows. To a public page, use `ButtonAnchor`. */
export function ButtonLink({ variant = "secondary", className, icon, children, ...rest }: ButtonLinkProps) {
	return (
		<Link prefetch="intent" {...rest} className={buttonClass({ variant, size: "dense" }, className)}>
			<ButtonIcon icon={icon} />
			{children}
		</Link>
	);
}

/** For a dense button with only an icon. */
export const iconButton = "w-11 justify-center px-0! md:w-8.5";

type IconLinkProps = { to: string; icon: LucideIcon; label: string; title?: string };

/** A link with only an icon. `title` is the tooltip, if that is shorter than the label. */
export const IconLink = ({ label, title = label, ...link }: IconLinkProps) => (
	<ButtonLink {...link} aria-label={label} title={title} className={iconButton} />
);

/** A trash can button inside a row. */
export const DeleteButton = (props: DeskButtonProps) => (
	<DeskButton title="Delete" className={clsx(iconButton, "text-destructive!")} {...props} icon={Trash2} />
);
