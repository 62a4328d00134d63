import { data } from "react-router";
import { packSlots } from "#features/bookings/page/packed-slots.ts";
import { listCallSlots } from "#features/bookings/slots/call-slots.server.ts";
import { parseSlotId, slotId } from "#features/bookings/slots/slot-id.ts";
import { formatFirmMomentLong } from "#lib/time/firm-moment.ts";
import { HttpError } from "#platform/http/http-errors.server.ts";
import { readFields } from "#platform/http/read-body.server.ts";
import { depsFrom } from "#platform/process/deps.server.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { site } from "#site.config.ts";
import { Button, ButtonAnchor } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Island } from "#ui/islands/island.tsx";
import type { Route } from "./+types/call-page";
import { CallLinkProblem } from "./call-link-problem.tsx";
import { FreeTimes } from "./free-times.island.tsx";
import { cancelGuestCall, type GuestCall, getGuestCall, moveGuestCall } from "./guest-calls.server.ts";

export const meta = () => unlistedMeta("Your call");

const headings = { booked: "Your call", moved: "Your call is moved.", cancelled: "Your call is cancelled." };

type Done = { heading: keyof typeof headings; call: { start: string; moment: string; about: string } };
type Problem = { status: number; message: string; nearest?: string[] };
type Answer = Done | { problem: Problem };

const presentCall = (heading: keyof typeof headings, { booking, start }: GuestCall): Done => ({
	heading,
	call: { start: slotId(start), moment: formatFirmMomentLong(site, start), about: booking.service_type },
});

/** Changes nothing, no matter who opens the link. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const deps = depsFrom(context);
	try {
		const call = await getGuestCall(deps, params.token);
		const slots = packSlots(await listCallSlots(deps, { except: call.booking.id }));
		return { ...presentCall("booked", call), slots, problem: undefined };
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		const problem: Problem = { status: error.status, message: error.message };
		return data({ problem }, { status: error.status });
	}
}

const longestReason = 500;

export async function action({ request, params, context }: Route.ActionArgs) {
	const deps = depsFrom(context);
	const fields = await readFields(request, ["intent", "slot", "reason"]);
	try {
		if (fields.intent === "move") {
			const slot = parseSlotId(typeof fields.slot === "string" ? fields.slot : "");
			if (slot === undefined) {
				// Whose link it is comes first: an unknown one says nothing about fields.
				await getGuestCall(deps, params.token);
				throw new HttpError(422, "invalid_input", "Please choose one of the times shown.");
			}
			return data<Answer>(presentCall("moved", await moveGuestCall(deps, params.token, slot)), { status: 200 });
		}
		if (fields.intent === "cancel") {
			const reason = typeof fields.reason === "string" ? fields.reason.trim() : "";
			if (reason.length > longestReason || reason.includes("\0") || !reason.isWellFormed()) {
				await getGuestCall(deps, params.token);
				throw new HttpError(422, "invalid_input", `Please keep the reason to ${longestReason} characters or fewer.`);
			}
			const cancelled = await cancelGuestCall(deps, params.token, reason || null);
			return data<Answer>(presentCall("cancelled", cancelled), { status: 200 });
		}
		await getGuestCall(deps, params.token);
		throw new HttpError(422, "invalid_input", "Please choose whether to move or to cancel the call.");
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		const { status, message, details } = error;
		const problem = { status, message, ...(details.nearest && { nearest: details.nearest }) };
		return data<Answer>({ problem }, { status });
	}
}

export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
	// After a cancellation the link opens nothing more: what was done counts, not what is left.
	const problem = actionData ? ("problem" in actionData ? actionData.problem : undefined) : loaderData.problem;
	const done = actionData && "heading" in actionData ? actionData : undefined;
	const loaded = "call" in loaderData ? loaderData : undefined;
	const shown = done ?? loaded;
	if (!shown || (problem && (problem.status === 404 || problem.status === 410))) {
		return <CallLinkProblem status={problem?.status ?? 404} message={problem?.message ?? ""} />;
	}
	const isCancelled = done?.heading === "cancelled";
	return (
		<div className="wrap pt-[clamp(1.5rem,4vw,4rem)] pb-section" data-call-state={isCancelled ? "cancelled" : "booked"}>
			<h1 className="font-display text-h1">{headings[shown.heading]}</h1>
			<p className="mt-4 text-balance text-lead">
				<time data-call-start dateTime={shown.call.start}>
					{shown.call.moment}
				</time>
			</p>
			<p className="text-ink-2">{shown.call.about}</p>
			{isCancelled && (
				<ButtonAnchor href="/book-call" className="mt-8 max-md:w-full">
					Book a Call
				</ButtonAnchor>
			)}
			{!isCancelled && loaded && (
				<div className="mt-8 grid gap-12 lg:grid-cols-[7fr_5fr]">
					<form method="post" className="grid content-start gap-5">
						<h2 className="font-display text-h3">Choose another time</h2>
						<Island
							name="free-times"
							of={FreeTimes}
							props={{ slots: loaded.slots, problem }}
							wake={site.timeZone}
							className="grid gap-5"
						/>
						<div>
							<Button type="submit" name="intent" value="move">
								Move the call
							</Button>
						</div>
					</form>
					<form method="post" className="grid content-start gap-5">
						<h2 className="font-display text-h3">Cancel</h2>
						<TextArea label="Reason (optional)" name="reason" rows={3} maxLength={longestReason} />
						<div>
							<Button type="submit" name="intent" value="cancel" variant="secondary">
								Cancel the call
							</Button>
						</div>
					</form>
				</div>
			)}
		</div>
	);
}
