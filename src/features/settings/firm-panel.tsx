import { firmFacts } from "./firm-facts.ts";
import { FactList, Panel } from "./panel.tsx";

/** What the firm's file says, as the public site, invoices, and emails show it. */
export function FirmPanel() {
	return (
		<Panel
			title="The Firm"
			lead={
				<>
					Your website, invoices, and emails show these details. To change one, ask the person who runs your server to
					edit the file <code>src/site.config.ts</code>.
				</>
			}
		>
			<FactList facts={firmFacts()} />
		</Panel>
	);
}
