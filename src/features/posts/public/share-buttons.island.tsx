import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { SocialIcon } from "#site/social-links.tsx";
import { toast } from "#ui/toast.ts";

const networks = [
	{ name: "Facebook", address: (url: string) => `https://www.facebook.com/sharer/sharer.php?u=${url}` },
	{
		name: "Twitter",
		address: (url: string, title: string) => `https://twitter.com/intent/tweet?url=${url}&text=${title}`,
	},
	{ name: "LinkedIn", address: (url: string) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
] as const;

const buttonClass =
	"grid size-11 cursor-pointer place-items-center rounded-sm border border-line bg-white text-ink transition-colors duration-160 hover:border-ink hover:bg-sky-light";

/** A rail beside the text; a row under the picture on narrow screens. */
export function ShareButtons({ url, title }: { url: string; title: string }) {
	async function handleCopy() {
		if (await copyText(url)) toast({ title: "Link Copied!", tone: "success" });
		else toast({ title: "Copy This Link", description: url });
	}

	/** Instagram takes no link from the web (decisions: pages). */
	function handleInstagram() {
		void handleCopy();
		window.open("https://www.instagram.com/", "_blank", "noopener");
	}

	return (
		<ul aria-label="Share" data-screen-only className="flex gap-1.5 min-[69rem]:flex-col">
			{networks.map(({ name, address }) => (
				<li key={name}>
					<a
						href={address(encodeURIComponent(url), encodeURIComponent(title))}
						aria-label={`Share on ${name}`}
						target="_blank"
						rel="noopener"
						className={buttonClass}
					>
						<SocialIcon name={name} />
					</a>
				</li>
			))}
			<ShareAction label="Share on Instagram" onSelect={handleInstagram}>
				<SocialIcon name="Instagram" />
			</ShareAction>
			<ShareAction label="Copy link" onSelect={() => void handleCopy()}>
				<Link2 aria-hidden className="size-5" strokeWidth={1.75} />
			</ShareAction>
		</ul>
	);
}

function ShareAction({ label, onSelect, children }: { label: string; onSelect: () => void; children: ReactNode }) {
	return (
		<li>
			<button type="button" aria-label={label} onClick={onSelect} className={buttonClass}>
				{children}
			</button>
		</li>
	);
}

/** Whether the browser let us; without a secure origin it has no clipboard. */
async function copyText(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
