import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Link } from "react-router";
import { toastWithUndo } from "#admin/lists/last-change.ts";
import { api } from "#admin/session/api-client.ts";
import { queryClient } from "#admin/session/query-client.ts";
import { DeskButton } from "#ui/desk-buttons.tsx";
import type { OwnItem, Tick } from "./make-it-yours.schema.ts";
import { Panel } from "./recent-activity.tsx";

const endpoint = api.api.dashboard["make-it-yours"];
const ownItemsQuery = queryOptions({
	queryKey: ["make-it-yours"],
	queryFn: ({ signal }) => parseResponse(endpoint.$get({}, { init: { signal } })),
	// The screens that it leads to change it.
	staleTime: 0,
});

const texts: Record<OwnItem, [label: string, hint: string, path: string]> = {
	name: ["Name and contact details", "Your firm's name, phone, and email", "/admin/site?page=firm"],
	logo: ["Logo and colors", "Your logo, and two colors to go with it", "/admin/site?page=brand"],
	texts: ["Texts", "What your pages say, in your words", "/admin/site?page=home"],
	pictures: ["Pictures", "Yours in place of the original ones", "/admin/site?page=brand"],
	email: ["Email", "A test email that was sent", "/admin/mail"],
	hours: ["Call hours", "When clients can book a call", "/admin/bookings/hours"],
	backups: ["Backup folder", "BACKUP_DIR, outside of the data folder", "/admin/settings"],
	colleagues: ["Colleagues", "Another admin, or an invitation", "/admin/users"],
};

/** What is left to do until a new installation is the firm's own. No space once it's done or dismissed. */
export function MakeItYours() {
	const { data } = useQuery(ownItemsQuery);
	const tick = useMutation({
		mutationFn: (json: Tick) => parseResponse(endpoint.$patch({ json })),
		onSuccess(answer, change) {
			queryClient.setQueryData(ownItemsQuery.queryKey, answer);
			if (answer.items.length === 0)
				toastWithUndo({ title: "Card Removed" }, () => tick.mutate({ ...change, ticked: false }));
		},
		meta: { failure: "The card couldn't be changed. Please try again." },
	});
	if (!data || data.items.length === 0) return null;
	/** What was just pressed shows before the answer. */
	const pressed = tick.isPending ? tick.variables : undefined;
	const done = data.items.filter(({ found, ticked }) => found || ticked).length;
	return (
		<Panel title="Make It Yours">
			<p className="text-muted-foreground">
				{done} of {data.items.length} done. An item is done once you've changed it. Check off what can stay as it is.
			</p>
			<ul className="my-2 -ml-2.5 grid gap-x-5 sm:grid-cols-2 xl:grid-cols-4">
				{data.items.map(({ item, found, ticked }) => {
					const [label, hint, path] = texts[item];
					return (
						<li key={item} className="flex items-start gap-1">
							<label className="grid size-11 shrink-0 place-items-center md:size-9">
								<span className="sr-only">{label}: done</span>
								<input
									type="checkbox"
									checked={found || (pressed?.item === item ? pressed.ticked : ticked)}
									disabled={found}
									onChange={({ target }) => tick.mutate({ item, ticked: target.checked })}
									className="size-4.5 accent-(--primary)"
								/>
							</label>
							<Link to={path} prefetch="intent" className="grid grow py-2 no-underline hover:underline">
								<span className="font-semibold">{label}</span>
								<span className="text-muted-foreground text-xs">{hint}</span>
							</Link>
						</li>
					);
				})}
			</ul>
			<DeskButton onClick={() => tick.mutate({ item: "all", ticked: true })}>Dismiss</DeskButton>
		</Panel>
	);
}
