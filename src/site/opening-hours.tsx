import { clsx } from "clsx";
import { site } from "#site.config.ts";

export function OpeningHours({ className }: { className?: string }) {
	return (
		<dl className={clsx("grid grid-cols-[auto_1fr] gap-x-6 gap-y-1", className)}>
			{site.hours.map(({ days, label }) => (
				<div key={days} className="col-span-full grid grid-cols-subgrid">
					<dt>{days}</dt>
					<dd>{label}</dd>
				</div>
			))}
		</dl>
	);
}
