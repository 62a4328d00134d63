import { join } from "node:path";
import { projectRoot } from "#platform/process/project-root.server.ts";
import { createWorker, startProcess, WorkerEnded } from "#platform/process/worker.server.ts";
import type { BusySpansAnswer, BusySpansJob } from "./busy-spans.process.ts";
import type { BusySpans } from "./busy-spans.ts";
import { CalendarProblem } from "./calendar-problem.ts";

/** The process itself has a limit of a second on a processor. A busy machine takes longer for the same. */
const withinMs = 10_000;
const idleMs = 30_000;
const heapMegabytes = 256;

/** The build bundles it into one file; development and tests run it from the sources. */
const file = import.meta.env.PROD
	? join(projectRoot, "build", "server", "busy-times.js")
	: join(projectRoot, "src", "features", "bookings", "busy", "busy-spans.process.ts");

const expand = createWorker<BusySpansJob, BusySpansAnswer>({
	start: () => startProcess(file, heapMegabytes),
	withinMs,
	idleMs,
});

/** Reads a calendar in a process of its own, so that none can end the site or keep it waiting. @throws {CalendarProblem} */
export async function expandCalendar(job: BusySpansJob): Promise<BusySpans> {
	const answer = await expand(job).catch((error) => {
		if (!(error instanceof WorkerEnded)) throw error;
		throw new CalendarProblem("The calendar takes too long to read: its series repeat too often.");
	});
	if ("problem" in answer) throw new CalendarProblem(answer.problem);
	return answer;
}
