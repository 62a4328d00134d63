import { clsx } from "clsx";
import { type LucideIcon, Trash2 } from "lucide-react";
import type { ComponentProps } from "react";
import { Button, iconButton } from "./button.tsx";
import { ButtonLink } from "./button-link.tsx";

/** A link with only an icon. `title` is the tooltip, if that is shorter than the label. */
export function IconLink({ to, icon: Icon, label, title = label }: IconLinkProps) {
	return (
		<ButtonLink size="dense" variant="secondary" to={to} aria-label={label} title={title} className={iconButton}>
			<Icon aria-hidden className="size-4" strokeWidth={1.75} />
		</ButtonLink>
	);
}
type IconLinkProps = { to: string; icon: LucideIcon; label: string; title?: string };

/** A trash can button inside a row. */
export function DeleteButton(props: ComponentProps<typeof Button>) {
	return (
		<Button
			size="dense"
			variant="secondary"
			title="Delete"
			className={clsx(iconButton, "text-destructive!")}
			{...props}
		>
			<Trash2 aria-hidden className="size-4" strokeWidth={1.75} />
		</Button>
	);
}
