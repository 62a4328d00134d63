import { useIsPhone } from "#admin/table/viewport.ts";
import type { Conversation } from "#features/threads/desk/conversation-query.ts";
import { replyLimits } from "#features/threads/threads.schema.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { recipientsOf } from "./reply-values.ts";
import type { Reply } from "./use-reply.ts";

/** To whom a reply goes, and about what. On phones one line, which opens: the screen belongs to the message and the reply. */
export function ReplyAddresses({
	conversation,
	reply: { values, errors, change },
}: {
	conversation: Conversation;
	reply: Reply;
}) {
	const recipients = recipientsOf(conversation);
	const [client = ""] = recipients;
	const isPhone = useIsPhone();
	const fields = (
		<>
			<div className="grid gap-3 sm:grid-cols-2">
				{recipients.length > 1 ? (
					<SelectField
						dense
						label="To"
						options={recipients.map((address) => ({ value: address, label: address }))}
						value={values.to ?? client}
						error={errors.to}
						onChange={(event) => change({ to: event.target.value === client ? null : event.target.value })}
					/>
				) : (
					<TextField dense label="To" value={client} error={errors.to} readOnly />
				)}
				<TextField
					dense
					label="Cc"
					hint={errors.cc ? undefined : `Up to ${replyLimits.cc} addresses, separated by commas.`}
					value={values.cc}
					error={errors.cc}
					onChange={(event) => change({ cc: event.target.value })}
				/>
			</div>
			<TextField
				dense
				label="Subject"
				value={values.subject}
				error={errors.subject}
				onChange={(event) => change({ subject: event.target.value })}
			/>
		</>
	);
	if (!isPhone) return fields;
	return (
		<details open={Boolean(errors.to || errors.cc || errors.subject) || undefined} className="-my-2">
			<summary className="cursor-pointer py-3 wrap-anywhere">
				To {[values.to ?? client, values.cc].filter(Boolean).join(", ")}
			</summary>
			<div className="grid gap-3 pb-2">{fields}</div>
		</details>
	);
}
