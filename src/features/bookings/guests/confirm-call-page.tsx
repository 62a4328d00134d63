import { data } from "react-router";
import { slotId } from "#features/bookings/slots/slot-id.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/confirm-call-page";
import { CallLinkProblem } from "./call-link-problem.tsx";
import { type ConfirmableCall, confirmGuestCall, getConfirmableCall } from "./guest-calls.server.ts";

export const meta = () => unlistedMeta("Your call");

async function answer(look: Promise<ConfirmableCall>) {
	try {
		const { state, start } = await look;
		const moment = formatFirmMomentLong(site, start);
		return data({ state, start: slotId(start), moment, problem: undefined }, { status: 200 });
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		return data({ problem: { status: error.status, message: error.message } }, { status: error.status });
	}
}

/** Opening the link confirms nothing: scanners of emails open links too. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
	answer(getConfirmableCall(depsFrom(context), params.token));

export const action = ({ params, context }: Route.ActionArgs) =>
	answer(confirmGuestCall(depsFrom(context), params.token));

export default function ConfirmCallPage({ loaderData, actionData }: Route.ComponentProps) {
	const shown = actionData ?? loaderData;
	if (shown.problem) return <CallLinkProblem {...shown.problem} />;
	const isHeld = shown.state === "held";
	return (
		<div className="wrap grid justify-items-start gap-6 py-20" data-call-state={shown.state}>
			<h1 className="font-display text-h1">Your call</h1>
			<p className="text-lead">
				{isHeld ? "Confirm your call on " : "Your call is booked for "}
				<time dateTime={shown.start} {...(isHeld ? { "data-hold-start": "" } : { "data-call-start": "" })}>
					{shown.moment}
				</time>
				.
			</p>
			{isHeld && (
				<form method="post">
					<Button type="submit">Confirm this call</Button>
				</form>
			)}
		</div>
	);
}
