import { Panel } from "./recent-activity.tsx";

const tips = [
	"Review applications within 24 hours, while candidates are still looking.",
	"During business hours, call back within 5 minutes of a new booking, as the site promises.",
	"Publish a blog post now and then to give visitors something new to read.",
];

export function QuickTips() {
	return (
		<Panel title="Quick Tips">
			<ul className="grid list-disc gap-2 pl-4 marker:text-vermilion">
				{tips.map((tip) => (
					<li key={tip}>{tip}</li>
				))}
			</ul>
		</Panel>
	);
}
