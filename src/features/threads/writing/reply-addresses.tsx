import type { Conversation } from "#features/threads/desk/conversation-query.ts";
import { replyLimits } from "#features/threads/threads.schema.ts";
import { SelectField, TextField } from "#ui/field.tsx";
import { recipientsOf } from "./reply-values.ts";
import type { Reply } from "./use-reply.ts";

/** To whom a reply goes, and about what. */
export function ReplyAddresses({
	conversation,
	reply: { values, errors, change },
}: {
	conversation: Conversation;
	reply: Reply;
}) {
	const recipients = recipientsOf(conversation);
	const [client = ""] = recipients;
	return (
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
}
