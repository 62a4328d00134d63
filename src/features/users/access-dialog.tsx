import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { useId, useState } from "react";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { type Area, type Areas, accessText, areaLabels, areas } from "#lib/access/areas.ts";
import { Dialog, DialogContent, DialogForm, DialogTrigger, focusFirstField } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { useIsOwn } from "./role-select.tsx";
import { invitationsQuery, usersList } from "./users.list.ts";
import type { PresentedUser } from "./users.record.server.ts";

const hints: Record<Area, string> = {
	desk: "Bookings, calendar, contacts, and received email",
	hiring: "Applications with their resumes, and jobs",
	writing: "Blog posts and the website",
	money: "Invoices and revenue",
};

/** What an admin may see: everything, or the chosen areas. No area at all is chosen only while someone still chooses. */
export function AccessFields({ value, onChange }: { value: Areas; onChange(value: Areas): void }) {
	const noteId = useId();
	const toggled = (area: Area) => areas.filter((one) => (one === area) !== (value?.includes(one) ?? false));
	const isMissing = value?.length === 0;
	return (
		<fieldset className="grid gap-1" aria-describedby={isMissing ? noteId : undefined}>
			<legend className="mb-1 font-semibold">Access</legend>
			<Box
				label="Everything"
				hint="All areas, and users, settings, privacy, and the activity log"
				checked={value === null}
				onChange={() => onChange(value === null ? [] : null)}
			/>
			{areas.map((area) => (
				<Box
					key={area}
					label={areaLabels[area]}
					hint={hints[area]}
					checked={value?.includes(area) ?? false}
					onChange={() => onChange(toggled(area))}
				/>
			))}
			<p id={noteId} role="status" className="text-destructive not-empty:mt-1">
				{isMissing && missingText}
			</p>
		</fieldset>
	);
}

const missingText = "Please choose at least one area, or Everything.";

type BoxProps = { label: string; hint: string; checked: boolean; onChange(): void };

function Box({ label, hint, checked, onChange }: BoxProps) {
	const hintId = useId();
	return (
		<label className="flex min-h-9 cursor-pointer items-start gap-2.5 py-1 max-md:min-h-11">
			<input
				type="checkbox"
				checked={checked}
				onChange={onChange}
				aria-label={label}
				aria-describedby={hintId}
				className="mt-0.5 size-4.5 shrink-0 accent-(--primary)"
			/>
			<span className="grid">
				<span className="font-semibold">{label}</span>
				<span id={hintId} className="text-muted-foreground text-xs">
					{hint}
				</span>
			</span>
		</label>
	);
}

/** What an admin may see, with the way to change it; nothing for others, who see nothing. */
export function Access({ user }: { user: PresentedUser }) {
	const [open, setOpen] = useState(false);
	const own = useIsOwn(user);
	if (user.role !== "admin") return null;
	const text = accessText(user.areas);
	if (own) return <span className="text-muted-foreground">{text}</span>;
	return (
		<Dialog open={open} onOpenChange={setOpen}>
			<DialogTrigger asChild>
				<button
					type="button"
					aria-label={`Access of ${user.full_name || user.email}: ${text}`}
					title={text}
					className="line-clamp-2 min-h-6 cursor-pointer text-left underline underline-offset-2 max-md:min-h-11"
				>
					{text}
				</button>
			</DialogTrigger>
			<DialogContent title="Change Access" description={user.email} size="sm" onOpenAutoFocus={focusFirstField}>
				<AccessForm user={user} onClose={() => setOpen(false)} />
			</DialogContent>
		</Dialog>
	);
}

function AccessForm({ user, onClose }: { user: PresentedUser; onClose(): void }) {
	const [chosen, setChosen] = useState<Areas>(user.areas);
	const { mutate, isPending } = useMutation({
		mutationFn: (json: { areas: Areas }) =>
			parseResponse(api.api.users[":id"].areas.$patch({ param: { id: user.user_id }, json })),
		onSuccess(saved) {
			usersList.storeRows([saved]);
			// A limit ends the invitations that this admin has sent.
			void queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
			toast({ title: "Access Updated", description: `${saved.email}: ${accessText(saved.areas)}`, tone: "success" });
			onClose();
		},
		meta: { failure: "Failed to change the access. Please try again." },
	});
	return (
		<DialogForm
			submit={isPending ? "Saving..." : "Save"}
			busy={isPending}
			onSubmit={(event) => {
				event.preventDefault();
				if (chosen?.length === 0)
					toast({ title: "Missing Information", description: missingText, tone: "destructive" });
				else mutate({ areas: chosen });
			}}
		>
			<AccessFields value={chosen} onChange={setChosen} />
			<p className="text-muted-foreground">
				A change takes effect right away. Limiting someone revokes the invitations they sent, and unassigns what they
				can no longer see.
			</p>
		</DialogForm>
	);
}
