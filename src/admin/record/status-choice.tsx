import { clsx } from "clsx";
import { useRef } from "react";
import type { List } from "#admin/lists/list.ts";
import type { StatusRow } from "#admin/lists/list-rows.ts";
import { changeStatuses } from "#admin/lists/statuses.ts";
import { statusToneClass } from "#ui/badge.tsx";
import { useDialogKeys } from "./dialog-keys.ts";

/** The statuses of the open record, of which one press or one key chooses another. */
export function StatusChoice<Row extends StatusRow>({ list, row }: { list: List<Row>; row: Row }) {
	const group = useRef<HTMLFieldSetElement>(null);
	const statuses = Object.keys(list.statusLabels) as Row["status"][];
	const choose = (status: Row["status"]) => void changeStatuses(list, [row], status).catch(() => {});
	useDialogKeys(group, Object.fromEntries(statuses.map((status, index) => [String(index + 1), () => choose(status)])));
	return (
		<fieldset ref={group} className="flex flex-wrap gap-1">
			<legend className="sr-only">Status</legend>
			{statuses.map((status, index) => (
				<button
					key={status}
					type="button"
					aria-pressed={status === row.status}
					aria-keyshortcuts={String(index + 1)}
					title={`${list.statusLabels[status]} (${index + 1})`}
					onClick={() => choose(status)}
					className={clsx(
						"inline-flex h-7 cursor-pointer items-center whitespace-nowrap rounded-bowl pr-2 pl-2.75 font-semibold text-xs max-sm:h-9",
						status === row.status
							? statusToneClass(list.statusTones[status])
							: "text-muted-foreground inset-ring inset-ring-border hover:bg-muted hover:text-foreground",
					)}
				>
					{list.statusLabels[status]}
				</button>
			))}
		</fieldset>
	);
}
