/** Why a rotation waits although no one has paused it. */
type Hold = "pointer" | "focus";

export type Rotation = {
	index: number;
	/** Paused by the reader, with the pause control. */
	paused: boolean;
	holds: readonly Hold[];
};

export type RotationEvent =
	/** `once`: pauses when the round is over. */
	| { type: "advance"; count: number; once?: boolean }
	| { type: "select"; index: number }
	| { type: "toggle" }
	| { type: "hold"; by: Hold }
	| { type: "release"; by: Hold };

export const atFirst: Rotation = { index: 0, paused: false, holds: [] };

export const mayRotate = (rotation: Rotation) => !rotation.paused && rotation.holds.length === 0;

export function rotate(rotation: Rotation, event: RotationEvent): Rotation {
	const othersThan = (by: Hold) => rotation.holds.filter((hold) => hold !== by);
	switch (event.type) {
		case "advance":
			return {
				...rotation,
				index: (rotation.index + 1) % event.count,
				paused: event.once === true && rotation.index + 1 === event.count,
			};
		case "select":
			return { ...rotation, index: event.index };
		case "toggle":
			return { ...rotation, paused: !rotation.paused };
		case "hold":
			return { ...rotation, holds: [...othersThan(event.by), event.by] };
		case "release":
			return { ...rotation, holds: othersThan(event.by) };
	}
}
