import { Pause, Play } from "lucide-react";

type RotationControlProps = { what: string; paused?: boolean; onToggle?: () => void };

/** Where motion is unwanted nothing rotates, so there is nothing to pause. */
export function RotationControl({ what, paused = false, onToggle }: RotationControlProps) {
	return (
		<button
			type="button"
			aria-label={`${paused ? "Play" : "Pause"} the ${what}`}
			data-paused={paused || undefined}
			onClick={onToggle}
			className="group/rotation grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-ink/7 motion-reduce:hidden"
		>
			<Play aria-hidden className="hidden size-4 fill-current group-data-paused/rotation:block" strokeWidth={1} />
			<Pause aria-hidden className="size-4 fill-current group-data-paused/rotation:hidden" strokeWidth={1} />
		</button>
	);
}
