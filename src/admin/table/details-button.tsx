import { useOpenRow } from "#admin/record/open-row.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";

/** @param props.of names the row, for screen reader users who hear one button after the other */
export function DetailsButton({ id, of }: { id: string; of: string }) {
	const { open } = useOpenRow();
	return (
		<DeskButton aria-label={`Details of ${of}`} onClick={() => open(id)}>
			Details
		</DeskButton>
	);
}
