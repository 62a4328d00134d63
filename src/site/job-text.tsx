import { clsx } from "clsx";
import { firm } from "#lib/firm.ts";
import { Pilcrow } from "#ui/logo.tsx";

/** Location, type, and salary (if given), as shown below a job's title. */
export function JobFacts({ facts, className }: { facts: (string | undefined)[]; className?: string }) {
	return (
		<ul aria-label="Location and type" className={clsx("flex flex-wrap gap-2", className)}>
			{facts.map((fact) => fact && <Fact key={fact}>{fact}</Fact>)}
		</ul>
	);
}

const Fact = ({ children }: { children: string }) => (
	<li className="inline-flex min-h-7 items-center rounded-bowl bg-rose/55 pr-2.5 pl-3.5 font-semibold text-label">
		{children}
	</li>
);

/** Plain text with paragraphs, written in the back office. */
export function JobDescription({ text }: { text: string }) {
	return <p className="max-w-read whitespace-pre-line text-pretty">{text}</p>;
}

export function JobRequirements({ requirements }: { requirements: string[] }) {
	return (
		<ul className="grid max-w-read gap-2">
			{requirements.map((requirement, index) => (
				<li
					// biome-ignore lint/suspicious/noArrayIndexKey: two may read the same, and none has state
					key={index}
					className="relative pl-6"
				>
					{firm().brand?.logo ? (
						<span aria-hidden="true" className="absolute left-0 text-vermilion">
							•
						</span>
					) : (
						<Pilcrow className="absolute top-[0.42em] left-0 h-[0.8em] text-vermilion" />
					)}
					{requirement}
				</li>
			))}
		</ul>
	);
}
