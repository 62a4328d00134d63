import { AuthAlert } from "#features/auth/pages/auth-form.tsx";
import { useAttempt } from "#features/auth/pages/use-attempt.ts";
import { Button } from "#ui/button.tsx";

type PasskeyButtonProps = {
	dense: boolean;
	/** @returns why it failed */
	onPress(): Promise<string | undefined>;
	children: string;
};

/** Asks the browser for a passkey, and says why that failed. */
export function PasskeyButton({ dense, onPress, children }: PasskeyButtonProps) {
	const { busy, failure, attempt } = useAttempt();
	return (
		<>
			<Button
				size={dense ? "dense" : "lg"}
				busy={busy}
				className={dense ? "justify-self-start" : ""}
				onClick={() => attempt(onPress)}
			>
				{children}
			</Button>
			{failure && <AuthAlert>{failure}</AuthAlert>}
		</>
	);
}
