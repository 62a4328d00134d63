import { useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useSchemaForm } from "#admin/editing/schema-form.ts";
import { Panel } from "#admin/record/panel.tsx";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { signatureSchema } from "#features/threads/threads.schema.ts";
import { firm } from "#lib/firm.ts";
import { SubmitButton } from "#ui/desk-buttons.tsx";
import { TextArea } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";

const signatureKey = ["signature"];

/** What ends the caller's replies. */
export function SignaturePanel() {
	const { data } = useQuery({
		queryKey: signatureKey,
		queryFn: ({ signal }) => parseResponse(api.api.signature.$get({}, { init: { signal } })),
	});
	return (
		<Panel
			title="Your Signature"
			lead={`Your replies to clients end with it. Without one, they end with “Best regards, The ${firm().name} Team.”`}
		>
			{data ? <SignatureForm text={data.text ?? ""} /> : <Skeleton className="h-28" />}
		</Panel>
	);
}

function SignatureForm({ text }: { text: string }) {
	const { form, field, showRefusal } = useSchemaForm(signatureSchema, { text });
	const { mutate, isPending } = useMutation({
		mutationFn: (json: { text: string | null }) => parseResponse(api.api.signature.$put({ json })),
		onSuccess(saved) {
			queryClient.setQueryData(signatureKey, saved);
			// The next reply begins with it: not with the one that an opened conversation has brought along.
			queryClient.removeQueries({ queryKey: ["conversation"] });
			form.reset({ text: saved.text ?? "" });
			toast({ title: "Signature Saved", tone: "success" });
		},
		onError: showRefusal,
		meta: { failure: "Failed to save your signature. Please try again." },
	});
	return (
		<form
			noValidate
			data-unsaved={form.formState.isDirty || undefined}
			className="grid gap-2"
			onSubmit={form.handleSubmit((values) => mutate(values))}
		>
			<TextArea label="Signature" hint="Up to 1,000 characters." rows={4} {...field("text")} />
			<SubmitButton busy={isPending} className="justify-self-start">
				{isPending ? "Saving..." : "Save Signature"}
			</SubmitButton>
		</form>
	);
}
