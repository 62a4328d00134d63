import { limitCpuTime } from "#platform/process/cpu-limit.server.ts";
import type { WorkerReply } from "#platform/process/worker.server.ts";
import { type Asking, type BusySpans, readBusySpans } from "./busy-spans.ts";
import { CalendarProblem } from "./calendar-problem.ts";

export type BusySpansJob = Asking & { octets: Uint8Array };
export type BusySpansAnswer = BusySpans | { problem: string };

/** What takes longer is no calendar that someone keeps (contracts: busy-times 3). */
const jobBegins = limitCpuTime(1_000);

function answer({ octets, ...asking }: BusySpansJob): BusySpansAnswer {
	try {
		return readBusySpans(octets, asking);
	} catch (error) {
		if (!(error instanceof CalendarProblem)) throw error;
		return { problem: error.message };
	}
}

process.on("message", (job: BusySpansJob) => {
	jobBegins();
	const reply: WorkerReply<BusySpansAnswer> = { answer: answer(job) };
	process.send?.(reply);
});
// The site has ended, perhaps without being able to say so.
process.on("disconnect", () => process.exit());
process.send?.("loaded");
