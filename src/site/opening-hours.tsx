import { firm } from "#lib/firm.ts";

export function OpeningHours() {
	return (
		<dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
			{firm().hours.map(({ days, label }) => (
				<div key={days} className="col-span-full grid grid-cols-subgrid">
					<dt>{days}</dt>
					<dd>{label}</dd>
				</div>
			))}
		</dl>
	);
}
