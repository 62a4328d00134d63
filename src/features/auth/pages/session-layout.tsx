import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "react-router";
import { AuthProvider } from "#admin/session/auth-context.tsx";
import { queryClient } from "#admin/session/query-client.ts";
import { VerifyAgainDialog } from "#features/auth/security/verify-again-dialog.tsx";
import { applicationPage } from "#lib/page-handle.ts";
import { loadToaster } from "#ui/toast-area.tsx";
import { SignInAgainDialog } from "./sign-in-again-dialog.tsx";

/** All that knows who is signed in. */
export const handle = applicationPage;

const signInAgain = <SignInAgainDialog />;

/** Around everything that needs to know who is signed in, and around nothing else: it brings the auth client along. */
export default function SessionLayout() {
	useEffect(loadToaster, []);
	return (
		<QueryClientProvider client={queryClient}>
			<AuthProvider signInAgain={signInAgain}>
				<Outlet />
				<VerifyAgainDialog />
			</AuthProvider>
		</QueryClientProvider>
	);
}
