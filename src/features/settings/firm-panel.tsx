import { firmFacts } from "./firm-facts.ts";
import { FactList, Panel } from "./panel.tsx";

/** What the firm's file says, as the public site, invoices, and emails show it. */
export function FirmPanel() {
	return (
		<Panel
			title="The Firm"
			lead={
				<>
					The person who runs the server changes this in the file <code>src/site.config.ts</code>, then builds and
					restarts it.
				</>
			}
		>
			<FactList facts={firmFacts()} />
		</Panel>
	);
}
