import type { ReactNode } from "react";
import { RelativeTime } from "#admin/record/relative-time.tsx";
import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { DetailsButton } from "#admin/table/details-button.tsx";

/** What the list of one direction shows of an email. */
type MailColumns<Row> = {
	/** Who is at the other end, and a second line on them. */
	person: { header: string; cell(row: Row): { name: string; address?: string | undefined } };
	subject(row: Row): { title: string; detail: string };
	moment: { header: string; at(row: Row): string };
	badge: { header: string; width: string; cell(row: Row): ReactNode };
	/** The email, as the button that opens it calls it. */
	called(row: Row): string;
};

/** The columns of a list of emails, sent or received. */
export function mailColumns<Row extends { id: string }>(parts: MailColumns<Row>): readonly Column<Row>[] {
	const { person, subject, moment, badge, called } = parts;
	return [
		{
			header: person.header,
			width: "minmax(0,1.6fr)",
			narrowWidth: "minmax(0,2fr)",
			card: cardPlaces.head,
			cell: (row) => {
				const { name, address } = person.cell(row);
				const lines = address ? "line-clamp-1" : "md:line-clamp-2";
				return (
					// The badge stands beside both lines of a card.
					<div className="max-md:pr-28">
						<p className={`${lines} font-semibold [overflow-wrap:anywhere]`}>{name}</p>
						{address && <p className="line-clamp-1 text-muted-foreground [overflow-wrap:anywhere]">{address}</p>}
					</div>
				);
			},
		},
		{
			header: "Subject",
			twoLines: true,
			width: "minmax(0,2.4fr)",
			narrowWidth: "minmax(0,1.6fr)",
			card: "max-md:col-span-2 max-md:row-start-2",
			cell: (row) => {
				const { title, detail } = subject(row);
				return (
					<>
						<p className="line-clamp-1 [overflow-wrap:anywhere] max-md:line-clamp-2">{title}</p>
						<p className="line-clamp-1 text-muted-foreground">{detail}</p>
					</>
				);
			},
		},
		{
			header: moment.header,
			width: "minmax(9rem,1fr)",
			narrowWidth: "7rem",
			card: "max-md:col-start-1 max-md:row-start-3",
			cardLabel: moment.header,
			cell: (row) => <RelativeTime at={moment.at(row)} />,
		},
		{ header: badge.header, width: badge.width, card: cardPlaces.status, cell: badge.cell },
		{
			header: "Actions",
			width: "6.5rem",
			card: "max-md:col-start-2 max-md:row-start-3 max-md:justify-self-end",
			cell: (row) => <DetailsButton id={row.id} of={called(row)} />,
		},
	];
}
