import { useMutation } from "@tanstack/react-query";
import { parseResponse } from "hono/client";
import { Panel } from "#admin/record/panel.tsx";
import { api } from "#admin/session/api-client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { formatMoment } from "#lib/time/dates.ts";
import { StatusBadge } from "#ui/badge.tsx";
import { DeskButton } from "#ui/desk-buttons.tsx";
import { toast } from "#ui/toast.ts";
import { refreshSecurity, type Security } from "./security-query.ts";
import { Row } from "./security-row.tsx";

/** Where the account is signed in. */
export function Sessions({ sessions }: Security) {
	const { logOut } = useAuth();
	const { mutate, isPending } = useMutation({
		mutationFn: (id: string | undefined) =>
			parseResponse(id ? api.api.sessions[":id"].$delete({ param: { id } }) : api.api.sessions.$delete()),
		onSuccess: () => toast({ title: "Logged Out", tone: "success" }),
		onSettled: refreshSecurity,
		meta: { failure: "Failed to log out. Please try again." },
	});
	const others = sessions.filter(({ current }) => !current);
	return (
		<Panel title="Where you are signed in" lead="Log out any device you don't recognize, and choose a new password.">
			<ul className="grid gap-3">
				{sessions.map(({ id, device, current, created_at, last_used_at }) => (
					<Row
						key={id}
						title={
							<span className="flex flex-wrap items-center gap-2">
								{device}
								{current && <StatusBadge tone="green">This device</StatusBadge>}
							</span>
						}
						detail={`Signed in ${formatMoment(created_at)} · Last used ${formatMoment(last_used_at)}`}
					>
						<DeskButton
							busy={isPending}
							aria-label={current ? "Log out on this device" : `Log out ${device}`}
							onClick={() => (current ? void logOut("local") : mutate(id))}
						>
							Log Out
						</DeskButton>
					</Row>
				))}
			</ul>
			{others.length > 0 && (
				<DeskButton busy={isPending} className="justify-self-start" onClick={() => mutate(undefined)}>
					Log Out All Other Devices
				</DeskButton>
			)}
		</Panel>
	);
}
