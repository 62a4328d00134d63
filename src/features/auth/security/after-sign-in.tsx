import type { Factor, Session } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { AuthSkeleton } from "#features/auth/pages/auth-view.tsx";
import { welcome } from "#features/auth/pages/welcome.ts";
import { SecondStep } from "./second-step.tsx";
import { secondStepQuery } from "./second-step-query.ts";

/** Shows the second step where the session has to take one, and what it surrounds after that. */
export function AfterSignIn({
	session,
	dense = false,
	children,
}: {
	session: Session;
	dense?: boolean;
	children?: ReactNode;
}) {
	const { data, isPending } = useQuery(secondStepQuery(session));
	// Kept through the step itself, in which the session becomes another: recovery codes come after it.
	const [factors, setFactors] = useState<Factor[]>();
	useEffect(() => {
		if (data) setFactors((known) => known ?? data);
	}, [data]);

	function handleDone() {
		setFactors(undefined);
		welcome();
	}

	const needed = factors ?? data;
	if (needed) return <SecondStep factors={needed} dense={dense} onDone={handleDone} />;
	return isPending ? <AuthSkeleton /> : children;
}
