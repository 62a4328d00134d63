import { clsx } from "clsx";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { replyMailHref } from "./reply-mail.ts";

/** Opens a draft in the mail client; with the icon alone where there is no room for words. */
export function ReplyLink({
	contact,
	children,
}: {
	contact: { name: string; email: string; subject: string | null };
	children?: ReactNode;
}) {
	return (
		<a
			href={replyMailHref(contact)}
			aria-label={children ? undefined : `Reply to ${contact.name} by email`}
			title={children ? undefined : "Reply via Email"}
			className={clsx(
				"inline-flex min-h-11 items-center justify-center gap-2 rounded-sm bg-card font-semibold text-foreground inset-ring inset-ring-border hover:bg-secondary md:min-h-8.5",
				children ? "px-3.5" : "w-11 md:w-8.5",
			)}
		>
			<Mail aria-hidden className="size-4" strokeWidth={1.75} />
			{children}
		</a>
	);
}
