/** Latin letters that are more than another letter with an accent. */
const spelled: Record<string, string> = {
	æ: "ae",
	œ: "oe",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	þ: "th",
	ß: "ss",
	ı: "i",
};

/**
 * Returns the part of an address that identifies a title (specification 5): lowercase, only letters, digits, and single
 * hyphens. Accented letters lose their accent. A title without any Latin letter or digit results in an empty slug.
 */
export function slugify(title: string): string {
	return title
		.normalize("NFKD")
		.toLowerCase()
		.replace(/[æœøłđðþßı]/g, (letter) => spelled[letter] ?? "")
		.replace(/[^a-z0-9\s-]/g, "")
		.replace(/[\s-]+/g, "-")
		.replace(/^-|-$/g, "");
}

/** The first of `slug`, `slug-2`, `slug-3`… that is not taken. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string>): string {
	let candidate = slug;
	for (let number = 2; taken.has(candidate); number++) candidate = `${slug}-${number}`;
	return candidate;
}
