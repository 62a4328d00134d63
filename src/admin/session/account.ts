import type { User } from "@supabase/auth-js";

/** The signed-in account. Users write their own metadata, so display it, but never trust it. */
export type Account = { name: string | undefined; email: string; initials: string; picture: string | undefined };

export function describeAccount(user: User, origin: string): Account {
	const name = textOf(user.user_metadata.full_name);
	const email = user.email ?? "";
	return {
		name,
		email,
		initials: firstTwoLetters(name) || firstTwoLetters(email),
		picture: pictureAddress(textOf(user.user_metadata.avatar_url), origin),
	};
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() ? value.trim() : undefined;
}

function firstTwoLetters(text = ""): string {
	return (text.match(/\p{L}/gu) ?? []).slice(0, 2).join("").toUpperCase();
}

/** Of the first and the last name, so that colleagues are told apart. */
export function initialsOf(name: string): string {
	const letters = name.split(/\s+/).flatMap((word) => word.match(/\p{L}/u) ?? []);
	return [letters[0], letters.length > 1 && letters.at(-1)].filter(Boolean).join("").toUpperCase();
}

/** Pictures from other sites only over https: no `javascript:`, `data:`, or unencrypted addresses. */
function pictureAddress(address: string | undefined, origin: string): string | undefined {
	const url = address && URL.parse(address, origin);
	if (!url) return undefined;
	return url.origin === origin || url.protocol === "https:" ? url.href : undefined;
}
