import { firm, type SocialNetwork } from "#lib/firm.ts";

/** Lucide has no brand icons, so these are drawn here, on its grid of 24. */
const shapes: Record<SocialNetwork, string> = {
	Facebook: "M14 21V9c0-3 1-4 4-4M9 12h8",
	Instagram: "M4 4h16v16H4zM12 8.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2M17 7v.01",
	LinkedIn: "M6 10v9M6 5v.01M11 19v-9M11 14c0-5 7-5 7 0v5",
	Twitter: "M5 5l14 14M19 5L5 19",
};

export function SocialIcon({ name }: { name: keyof typeof shapes }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth={1.75}
			strokeLinecap="round"
			className="size-5"
			aria-hidden="true"
		>
			<path d={shapes[name]} />
		</svg>
	);
}

/** For a network without an address, the icon is shown without a link. */
export function SocialLinks() {
	return (
		<ul className="-ml-3 flex gap-1">
			{firm().social.map(({ name, href }) => {
				return (
					<li key={name}>
						{href ? (
							<a
								href={href}
								aria-label={name}
								rel="noopener"
								target="_blank"
								className="grid size-11 place-items-center rounded-sm hover:text-vermilion"
							>
								<SocialIcon name={name} />
							</a>
						) : (
							<span className="grid size-11 place-items-center opacity-55">
								<SocialIcon name={name} />
							</span>
						)}
					</li>
				);
			})}
		</ul>
	);
}
