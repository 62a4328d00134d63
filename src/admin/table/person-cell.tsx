import type { ReactNode } from "react";
import { mailtoHref } from "#lib/reach/email-address.ts";
import { dialHref } from "#lib/reach/phone.ts";
import { useIsPhone } from "./viewport.ts";

export type Person = { name: string; email: string; phone: string | null };

/** The name of a person, and below it how to reach them. In a card, tapping that starts a call or an email. */
export function PersonCell({ name, mark, email, phone }: Person & { mark?: ReactNode }) {
	return (
		<>
			<p className="truncate font-semibold max-md:pr-30 max-md:text-[0.9375rem] max-md:leading-8">
				{mark}
				{name}
			</p>
			{useIsPhone() ? <ReachLinks email={email} phone={phone} /> : <ReachLine email={email} phone={phone} />}
		</>
	);
}

function ReachLine({ email, phone }: Omit<Person, "name">) {
	return (
		// If there is no space for the phone number next to the email address, it gets its own line.
		<p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs leading-4">
			<span className="max-w-full truncate">{email}</span>
			{phone && <span className="max-w-full truncate">{phone}</span>}
		</p>
	);
}

const link = "inline-flex min-h-9 min-w-0 items-center [&[href]]:underline decoration-edge underline-offset-3";

function ReachLinks({ email, phone }: Omit<Person, "name">) {
	return (
		// A mark below the status has its place at the right.
		<p className="flex flex-wrap gap-x-4 text-muted-foreground in-[tr:has([data-mark])]:pr-34">
			<a href={mailtoHref(email)} className={link}>
				<span className="truncate">{email}</span>
			</a>
			{phone && (
				<a href={dialHref(phone)} className={link}>
					{phone}
				</a>
			)}
		</p>
	);
}
