import { clsx } from "clsx";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { replyMailHref } from "./reply-mail.ts";

/** Opens a draft in the mail client; an icon where there is no room for words. */
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
				"inline-flex items-center",
				children
					? "min-h-6 underline underline-offset-2 max-md:min-h-9"
					: "min-h-11 w-11 justify-center rounded-sm bg-card text-foreground inset-ring inset-ring-border hover:bg-secondary md:min-h-8.5 md:w-8.5",
			)}
		>
			{children ?? <Mail aria-hidden className="size-4" strokeWidth={1.75} />}
		</a>
	);
}
