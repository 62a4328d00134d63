import { Pause, Play } from "lucide-react";

type RotationControlProps = { what: string; paused: boolean; onToggle: () => void };

/** Where motion is unwanted nothing rotates, so there is nothing to pause. */
export function RotationControl({ what, paused, onToggle }: RotationControlProps) {
	const Icon = paused ? Play : Pause;
	return (
		<button
			type="button"
			aria-label={`${paused ? "Play" : "Pause"} the ${what}`}
			onClick={onToggle}
			className="grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-ink/7 motion-reduce:hidden"
		>
			<Icon aria-hidden className="size-4 fill-current" strokeWidth={1} />
		</button>
	);
}
