import { clsx } from "clsx";
import { type LucideIcon, Trash2 } from "lucide-react";
import type { ComponentProps } from "react";
import { DeskButton, iconButton } from "./button.tsx";
import { ButtonLink } from "./button-link.tsx";

type IconLinkProps = { to: string; icon: LucideIcon; label: string; title?: string };

/** A link with only an icon. `title` is the tooltip, if that is shorter than the label. */
export const IconLink = ({ label, title = label, ...link }: IconLinkProps) => (
	<ButtonLink {...link} aria-label={label} title={title} className={iconButton} />
);

/** A trash can button inside a row. */
export const DeleteButton = (props: ComponentProps<typeof DeskButton>) => (
	<DeskButton title="Delete" className={clsx(iconButton, "text-destructive!")} {...props} icon={Trash2} />
);
