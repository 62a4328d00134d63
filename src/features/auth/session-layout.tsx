import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryClient } from "#admin/query-client.ts";
import { AuthProvider } from "./auth-context.tsx";

/** Around everything that needs to know who is signed in, and around nothing else: it brings the auth client along. */
export default function SessionLayout() {
	return (
		<QueryClientProvider client={queryClient}>
			<AuthProvider>
				<Outlet />
			</AuthProvider>
		</QueryClientProvider>
	);
}
