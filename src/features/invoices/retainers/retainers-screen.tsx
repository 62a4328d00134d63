import { Pencil, Plus } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { ListScreen } from "#admin/table/list-screen.tsx";
import { formatInvoiceDay } from "#features/invoices/invoice-days.ts";
import { Money } from "#features/invoices/money.tsx";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { ButtonLink, IconLink } from "#ui/desk-buttons.tsx";
import { PauseButton } from "./retainer-actions.tsx";
import { retainersList, retainersPath, retainersSearch } from "./retainers.list.ts";
import type { PresentedRetainer } from "./retainers.record.server.ts";
import { retainerRecord } from "./retainers.record.ts";
import { frequencyLabels, retainerStateLabels, retainerStateTones } from "./retainers.schema.ts";

export const meta = () => unlistedMeta("Retainers");

export default function RetainersScreen() {
	const navigate = useNavigate();
	return (
		<ListScreen
			list={retainersList}
			title="Retainers"
			subtitle="Invoices that recur are written automatically at 6:00 AM of their day"
			action={
				<>
					<ButtonLink to="/admin/invoices">Invoices</ButtonLink>
					<ButtonLink to={`${retainersPath}/new`} variant="primary" icon={Plus}>
						New Retainer
					</ButtonLink>
				</>
			}
			searchPlaceholder="Search by name, client, email, or company..."
			search={retainersSearch}
			columns={columns}
			empty={{ title: "No retainers found", hint: "Create one for work that you bill again and again" }}
			onOpen={(row) => void navigate(retainerRecord.path(row.id))}
		/>
	);
}

const columns: readonly Column<PresentedRetainer>[] = [
	{
		header: "Retainer",
		width: "minmax(0,2fr)",
		card: cardPlaces.head,
		cell: (row) => (
			<>
				<p dir="auto" className="text-left font-semibold max-md:pr-22 max-md:text-[0.9375rem] max-md:leading-6">
					<Link
						to={retainerRecord.path(row.id)}
						className="block truncate no-underline underline-offset-2 hover:underline md:-my-[3px] md:py-[3px]"
					>
						{row.name}
					</Link>
				</p>
				<p dir="auto" className="truncate text-left text-muted-foreground text-xs max-md:text-dense">
					{row.client_company ?? row.client_name}
				</p>
			</>
		),
	},
	{
		header: "Frequency",
		width: "minmax(6rem,0.7fr)",
		card: "max-md:col-start-1 max-md:row-start-2",
		cell: (row) => frequencyLabels[row.frequency],
	},
	{
		header: "Next Invoice",
		width: "minmax(7.25rem,0.8fr)",
		card: "max-md:col-start-1 max-md:row-start-3",
		cardLabel: "Next",
		cell: (row) => <span className="whitespace-nowrap">{row.next_on ? formatInvoiceDay(row.next_on) : "None"}</span>,
	},
	{
		header: "Amount",
		numeric: true,
		width: "minmax(7rem,0.7fr)",
		card: "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
		cell: (row) => (
			<span className="font-semibold">
				<Money amount={row.total_amount} currency={row.currency} />
			</span>
		),
	},
	{
		header: "Status",
		width: "6rem",
		card: cardPlaces.status,
		cell: (row) => <StatusBadge tone={retainerStateTones[row.state]}>{retainerStateLabels[row.state]}</StatusBadge>,
	},
	{
		header: "Actions",
		width: "11rem",
		card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
		cell: (row) => (
			<span className="flex gap-1.5">
				<IconLink to={retainerRecord.path(row.id)} icon={Pencil} label={`Edit ${row.name}`} />
				<PauseButton retainer={row} />
			</span>
		),
	},
];
