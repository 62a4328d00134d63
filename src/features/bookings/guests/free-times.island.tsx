import { CallTimes, NearestTimes } from "#features/bookings/page/call-times.tsx";
import type { PackedSlots } from "#features/bookings/page/packed-slots.ts";

type FreeTimesProps = { slots: PackedSlots; problem: { message: string; nearest?: string[] } | undefined };

/** The times to which a call may move, and why it could not move to the last one chosen. */
export function FreeTimes({ slots, problem }: FreeTimesProps) {
	return (
		<>
			{problem?.nearest && <NearestTimes message={problem.message} nearest={problem.nearest} />}
			{problem && !problem.nearest && (
				<p role="alert" className="font-semibold text-destructive text-small">
					{problem.message}
				</p>
			)}
			<CallTimes legend="Free times" slots={slots} />
		</>
	);
}
