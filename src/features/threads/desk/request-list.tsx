import { type Column, cardPlaces } from "#admin/table/data-table-row.tsx";
import { type Person, PersonCell } from "#admin/table/person-cell.tsx";
import { InboundNotice } from "#features/inbound/received/inbound-notice.tsx";
import { QuarantineNotice } from "#features/quarantine/quarantine-notice.tsx";
import type { FormName } from "#features/quarantine/waiting-forms.ts";
import type { ThreadTable } from "#features/threads/threads.schema.ts";
import { replyKeys } from "#features/threads/writing/composing.ts";
import { AlsoInConversations } from "./also-in-conversations.tsx";
import { AssignSelected, useAssignCommands, useAssignmentFilter } from "./assignment.tsx";
import { ThreadMarks } from "./thread-marks.tsx";

/** What the lists of bookings, inquiries, and applications share, as properties of their screens. */
export function useRequestList<Row extends { id: string }>(table: ThreadTable, form: FormName) {
	return {
		notice: (
			<>
				<InboundNotice />
				<QuarantineNotice form={form} className="mt-3" />
			</>
		),
		narrowings: useAssignmentFilter<Row>(table),
		selectionAction: (rows: readonly Row[], done: () => void) => (
			<AssignSelected table={table} rows={rows} onDone={done} />
		),
		below: (_rows: readonly Row[], query: string) => <AlsoInConversations table={table} query={query} />,
		rowKeys: replyKeys(table),
		commandsOf: useAssignCommands(table),
	};
}

/** Who asks, and what there is to know of the conversation. */
export const personColumn = <Row extends { id: string }>(
	header: string,
	personOf: (row: Row) => Person,
	widths: Pick<Column<Row>, "width" | "narrowWidth">,
): Column<Row> => ({
	header,
	...widths,
	card: cardPlaces.head,
	cell: (row) => <PersonCell mark={<ThreadMarks id={row.id} />} {...personOf(row)} />,
});
