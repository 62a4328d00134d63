import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Link, useNavigate } from "react-router";
import { type Conversation, threadEndpoint } from "#features/threads/desk/conversation-query.ts";
import { recordOf } from "#records.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { takeIn } from "./inbound.list.ts";

/** A stranger's message that names another conversation: it may belong there, and staff decide. */
export function RelatedNotice({ thread, messages }: Pick<Conversation, "thread" | "messages">) {
	const navigate = useNavigate();
	const { related } = thread;
	const table = related?.record_table ?? "contact_inquiries";
	const id = related?.record_id ?? "";
	const { data } = useQuery({
		queryKey: ["related", table, id],
		queryFn: ({ signal }) => parseResponse(threadEndpoint.$get({ param: { table, id } }, { init: { signal } })),
		enabled: related !== null,
	});
	const record = recordOf(table);
	const inbound = messages.find(({ kind }) => kind === "received");
	const moving = useMutation({
		mutationFn: () => takeIn(inbound?.inbound_id ?? "", { table, id }),
		onSuccess: () => {
			toast({ title: "Email Moved", tone: "success" });
			void navigate(record?.path(id) ?? "/admin");
		},
		meta: { failure: "Failed to move the email. Please try again." },
	});
	if (!related || !data || !record) return null;
	const isAnswered = messages.some(({ kind }) => kind === "reply");
	const client = data.thread.participants[0]?.name ?? record.label;
	return (
		<p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-sm bg-status-yellow-bg px-3.5 py-2 text-status-yellow">
			<span>
				May belong to{" "}
				<Link to={record.path(id)} className="underline underline-offset-2">
					{client}
				</Link>
			</span>
			{!isAnswered && inbound?.inbound_id && (
				<DeskButton busy={moving.isPending} onClick={() => moving.mutate()}>
					Move Into Conversation
				</DeskButton>
			)}
		</p>
	);
}
