// What formatted text may contain. The editor offers it, the server's sanitizer allows it, and the Content Security
// Policy names its hosts. All of them use this one list, so that nothing is lost on saving.

type Choice = { label: string; value: string };

/** Font families as in the style attribute: without quotes, which the sanitizer would have to normalize. */
export const fontFamilies = [
	{ label: "Besley", value: "Besley, Georgia, serif" },
	{ label: "Schibsted Grotesk", value: "Schibsted Grotesk, Arial, sans-serif" },
	{ label: "Georgia", value: "Georgia, serif" },
	{ label: "Arial", value: "Arial, sans-serif" },
	{ label: "Courier", value: "Courier New, monospace" },
] as const satisfies readonly Choice[];

export const fontSizes = [
	{ label: "Small", value: "0.875rem" },
	{ label: "Large", value: "1.375rem" },
	{ label: "Larger", value: "1.75rem" },
	{ label: "Huge", value: "2.25rem" },
] as const satisfies readonly Choice[];

/** The brand's colors that are dark enough for text on paper, and those that are light enough for a background. */
export const textColours = [
	{ label: "Ink", value: "#24101f" },
	{ label: "Vermilion", value: "#b5300f" },
	{ label: "Sky", value: "#1f6f86" },
	{ label: "Fern", value: "#1f5b48" },
	{ label: "Plum", value: "#5b2a4c" },
	{ label: "Gray", value: "#6b5566" },
] as const satisfies readonly Choice[];

export const backgroundColours = [
	{ label: "Sky", value: "#bfe3ee" },
	{ label: "Gold", value: "#f5b82e" },
	{ label: "Rose", value: "#f3b6c2" },
	{ label: "Stone", value: "#e3e3df" },
] as const satisfies readonly Choice[];

export const alignments = ["left", "center", "right", "justify"] as const;
export type Alignment = (typeof alignments)[number];

export const deepestIndent = 8;
/** The margin of an indented block, in em per level. */
export const indentStep = 2;

/** Hosts whose players may be embedded. */
export const videoHosts = ["www.youtube-nocookie.com", "www.youtube.com", "player.vimeo.com"] as const;

const youtubeId = /^[\w-]{11}$/;
const vimeoId = /^\d{6,12}$/;

/** The address of the player for a video's page on YouTube or Vimeo; undefined for any other address. */
export function videoEmbedUrl(address: string): string | undefined {
	const url = URL.parse(/^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`);
	if (!url) return;
	const parts = url.pathname.split("/").filter(Boolean);
	const host = url.hostname.replace(/^(www|m)\./, "");
	const last = parts.at(-1) ?? "";
	if (host === "youtu.be" && youtubeId.test(last)) return youtubePlayer(last);
	if (host === "youtube.com" || host === "youtube-nocookie.com") {
		const id = url.searchParams.get("v") ?? last;
		return youtubeId.test(id) ? youtubePlayer(id) : undefined;
	}
	if ((host === "vimeo.com" || host === "player.vimeo.com") && vimeoId.test(last)) {
		return `https://player.vimeo.com/video/${last}`;
	}
}

/** The host that sets no cookie before the visitor plays. */
const youtubePlayer = (id: string) => `https://www.youtube-nocookie.com/embed/${id}`;

/** The public address of the pictures that were uploaded for posts. */
export const blogImagePath = "/storage/v1/object/public/blog-images/";
