import { firm } from "#lib/firm.ts";
import { counted } from "#lib/text/text.ts";
import { type Billing, site } from "#site.config.ts";

type Setup = Omit<typeof site, "billing" | "invoices"> & {
	billing: Billing;
	invoices: { dueInDays: number; reminderDays: readonly number[] };
};

const missing = "Not set, so invoices don't show it";

/** The firm in lines that its owner can check. What invoices lack is said. */
export function firmFacts({ billing, ...setup }: Setup = site) {
	const { address, bank, check, legalName, taxId } = billing;
	const payment = [
		...bank.map(({ label, value }) => `${label}: ${value}`),
		...(check.payableTo ? [`Checks payable to ${check.payableTo}`] : []),
		...check.address,
	];
	return [
		{ label: "Name", value: firm().name },
		{ label: "Legal name", value: legalName || "Same as the name" },
		{ label: "Address", value: address.join("\n") || missing },
		{ label: "Tax ID", value: taxId || missing },
		{ label: "How clients pay", value: payment.join("\n") || "Not set, so clients can't see how to pay" },
		{ label: "Phone", value: firm().phone },
		{ label: "Email", value: firm().email },
		{
			label: "Hours",
			value: firm()
				.hours.map(({ days, label }) => `${days} ${label}`)
				.join("\n"),
		},
		{ label: "Time zone", value: setup.timeZone },
		{ label: "Currency", value: setup.currency },
		{ label: "Invoices are due", value: `After ${counted(setup.invoices.dueInDays, "day")}` },
		{ label: "Automatic reminders", value: remindersText(setup.invoices.reminderDays) },
	];
}

function remindersText(days: readonly number[]): string {
	if (days.length === 0) return "None";
	return days.map(reminderText).join("\n");
}

function reminderText(day: number): string {
	if (day === 0) return "On the due date";
	return `${counted(Math.abs(day), "day")} ${day < 0 ? "before" : "after"} the due date`;
}
