import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { endLastChanges } from "#admin/lists/last-change.ts";
import { type LiveListener, useLiveChanges } from "#admin/live/live.ts";
import { recentPeople } from "#admin/record/recent-people.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { profileQuery } from "#admin/session/profile-query.ts";
import { profileKey, queryClient } from "#admin/session/query-client.ts";
import { foreignSectionText } from "#lib/access/areas.ts";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { toast } from "#ui/toast.ts";
import { seesScreen, useAreas } from "./screen-access.ts";

/** The open screen, or in its place who can give access to it. */
export function SeenScreen() {
	const areas = useAreas();
	const { pathname } = useLocation();
	useAccessChanges();
	return seesScreen(areas, pathname) ? <Outlet /> : <ForeignSection />;
}

function ForeignSection() {
	const { owner } = useAuth();
	const { data } = useQuery(profileQuery(owner?.id ?? ""));
	return (
		<div className="m-auto grid justify-items-start gap-3 py-12">
			<ScreenTitle>No Access</ScreenTitle>
			<p className="text-muted-foreground">{foreignSectionText(data?.giver ?? "An admin")}</p>
			<Link to="/admin" className="rule-link inline-block leading-6">
				Go to the Dashboard
			</Link>
		</div>
	);
}

/** Says that someone else has changed what may be seen, leads away from what no longer may be, and forgets what was read of it. */
function useAccessChanges(): void {
	const areas = useAreas();
	const { pathname } = useLocation();
	const navigate = useNavigate();
	const known = useRef(String(areas));
	const listener = useMemo<LiveListener>(
		() => ({
			table: undefined,
			onChanges: () => undefined,
			// The server ends the stream when a limit changes; this is asked once there is a new one.
			catchUp: () => queryClient.invalidateQueries({ queryKey: profileKey }),
		}),
		[],
	);
	useLiveChanges(listener);
	useEffect(() => {
		if (known.current === String(areas)) return;
		known.current = String(areas);
		recentPeople.clear();
		endLastChanges();
		const isLost = !seesScreen(areas, pathname);
		const moved = isLost ? navigate("/admin", { replace: true }) : undefined;
		void Promise.resolve(moved).then(() => {
			queryClient.removeQueries({ type: "inactive", predicate: ({ queryKey }) => queryKey[0] !== profileKey[0] });
			void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== profileKey[0] });
			toast({ title: "Your access has changed", description: isLost ? "You can no longer see that section." : "" });
		});
	}, [areas, pathname, navigate]);
}
