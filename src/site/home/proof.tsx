import { Section } from "#site/section.tsx";

/** What `site.config.ts` says of clients and staff: pictures are addresses of files in public/. */
export type Proof = {
	quotes: readonly { text: string; name: string; role: string }[];
	/** `href` leads to the whole story, such as a post. */
	cases: readonly { title: string; result: string; href?: string }[];
	people: readonly { name: string; role: string; picture?: string }[];
};

/** Each part is left out while the firm has nothing to put there. */
export function ProofSections({ quotes, cases, people }: Proof) {
	return (
		<>
			{cases.length > 0 && (
				<Section label="Work" heading="What came of it.">
					<ul className="mt-10 grid gap-x-12 md:grid-cols-2">
						{cases.map(({ title, result, href }) => (
							<li key={title} className="border-line border-t py-6">
								<h3 className="font-display text-h3">
									{href ? (
										<a href={href} className="underline-offset-4 hover:underline">
											{title}
										</a>
									) : (
										title
									)}
								</h3>
								<p className="mt-3 text-quiet">{result}</p>
							</li>
						))}
					</ul>
				</Section>
			)}
			{quotes.length > 0 && (
				<Section label="Clients" heading="What clients say." className="bg-wash">
					<ul className="mt-10 grid gap-10 md:grid-cols-2 xl:grid-cols-3">
						{quotes.map(({ text, name, role }) => (
							<li key={name}>
								<figure className="border-vermilion border-l-3 pl-6">
									<blockquote className="font-display text-h3">{text}</blockquote>
									<figcaption className="mt-4 text-quiet text-small">
										<b className="font-semibold text-ink">{name}</b>, {role}
									</figcaption>
								</figure>
							</li>
						))}
					</ul>
				</Section>
			)}
			{people.length > 0 && (
				<Section label="People" heading="Who you'll talk to.">
					<ul className="mt-10 grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-3 xl:grid-cols-4">
						{people.map(({ name, role, picture }) => (
							<li key={name}>
								{picture && (
									<img
										src={picture}
										alt=""
										loading="lazy"
										className="mb-4 aspect-4/5 w-full rounded-sm bg-wash object-cover"
									/>
								)}
								<h3 className="font-display text-h3">{name}</h3>
								<p className="mt-1 text-quiet text-small">{role}</p>
							</li>
						))}
					</ul>
				</Section>
			)}
		</>
	);
}
