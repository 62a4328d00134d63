import { useEffect, useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { dataOf, withVerification } from "#admin/session/verification.ts";
import { AuthAlert } from "#features/auth/pages/auth-form.tsx";
import { Button } from "#ui/button.tsx";
import { AppCodeForm } from "./code-form.tsx";
import { CopyButton } from "./copy-button.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { arePasskeysOffered } from "./passkey-support.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { inGroups, stepFailure } from "./step-texts.ts";
import { StepView } from "./step-view.tsx";

type Kind = "passkey" | "app";

/** Sets up a second step: a passkey or an authenticator app, then recovery codes where there are none. */
export function FactorSetup({
	kind: wanted,
	title,
	lead,
	dense = false,
	onCodes,
	onDone,
}: {
	/** Without it, the person chooses. */
	kind?: Kind;
	title: string;
	lead?: string;
	dense?: boolean;
	/** Recovery codes are on screen, which are shown this once. */
	onCodes?(): void;
	onDone(): void;
}) {
	const [kind, setKind] = useState(wanted);
	const [codes, setCodes] = useState<string[]>();

	/** Called once the factor works; people who already have recovery codes keep them. */
	async function handleWorking() {
		const { data } = await authClient.mfa.listFactors();
		if (data?.recovery_code.length) return onDone();
		const made = await withVerification(async () => dataOf(await authClient.mfa.recoveryCodes.generate()));
		setCodes(made.codes);
		onCodes?.();
		await authClient.refreshSession();
	}

	if (codes) return <RecoveryCodes codes={codes} dense={dense} onDone={onDone} />;
	if (kind === "app") return <AppSetup dense={dense} onDone={handleWorking} />;
	if (kind === "passkey") return <PasskeySetup dense={dense} onDone={handleWorking} />;
	const size = dense ? "dense" : "lg";
	return (
		<StepView title={title} lead={lead} dense={dense}>
			<div className="grid gap-3">
				{arePasskeysOffered() && (
					<Button size={size} onClick={() => setKind("passkey")}>
						Add a Passkey
					</Button>
				)}
				<Button size={size} variant="secondary" onClick={() => setKind("app")}>
					Set Up an Authenticator App
				</Button>
			</div>
		</StepView>
	);
}

type Enrolled = { id: string; totp: { qr_code: string; secret: string } };

function AppSetup({ dense, onDone }: { dense: boolean; onDone(): Promise<void> }) {
	const { result, failure } = useOnce<Enrolled>(() =>
		withVerification(async () => dataOf(await authClient.mfa.enroll({ factorType: "totp" }))),
	);
	return (
		<StepView
			title="Set up an authenticator app"
			lead="Scan the QR code with your authenticator app, or type the secret into it. Then enter the six digits that it shows."
			dense={dense}
		>
			{failure && <AuthAlert>{failure}</AuthAlert>}
			{!result && !failure && <p role="status">Loading...</p>}
			{result && (
				<>
					<img
						src={encodedSource(result.totp.qr_code)}
						alt="QR code; the secret is written below"
						className="size-48 max-w-full rounded-sm bg-white"
					/>
					<div className="grid justify-items-start gap-2">
						<p className="wrap-anywhere font-mono">{inGroups(result.totp.secret)}</p>
						<CopyButton text={result.totp.secret} />
					</div>
					<AppCodeForm factorId={result.id} dense={dense} onDone={onDone} />
				</>
			)}
		</StepView>
	);
}

/** The client puts the picture into an address as it is; browsers want it escaped. */
const encodedSource = (address: string) => {
	const [start = "", ...picture] = address.split(",");
	return `${start},${encodeURIComponent(picture.join(","))}`;
};

function PasskeySetup({ dense, onDone }: { dense: boolean; onDone(): Promise<void> }) {
	const [unproven, setUnproven] = useState<string>();

	async function register(): Promise<undefined> {
		const { id } = await withVerification(async () => dataOf(await authClient.registerPasskey()));
		const { data } = await authClient.mfa.listFactors();
		if (data?.webauthn.some((factor) => factor.id === id)) await onDone();
		else setUnproven(id);
	}

	async function check(factorId: string): Promise<undefined> {
		dataOf(await authClient.mfa.webauthn.authenticate({ factorId }));
		await onDone();
	}

	if (unproven) {
		return (
			<StepView
				key="check"
				title="Check that it works"
				lead="Use your new passkey once to finish setting it up."
				dense={dense}
			>
				<PasskeyButton dense={dense} onPress={() => check(unproven).catch(passkeyFailure)}>
					Use Your Passkey
				</PasskeyButton>
			</StepView>
		);
	}
	return (
		<StepView
			title="Add a Passkey"
			lead="Your device or password manager keeps it, and asks for your fingerprint, your face, or a PIN."
			dense={dense}
		>
			<PasskeyButton dense={dense} onPress={() => register().catch(passkeyFailure)}>
				Add a Passkey
			</PasskeyButton>
		</StepView>
	);
}

const passkeyFailure = () => stepFailure({ message: "" }, "passkey");

/** The result of something that is begun once, when its step comes. */
function useOnce<Result>(begin: () => Promise<Result>) {
	const [state, setState] = useState<{ result?: Result; failure?: string }>({});
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is rendered after it
	useEffect(() => {
		let gone = false;
		begin().then(
			(result) => !gone && setState({ result }),
			(error) =>
				!gone &&
				setState({
					failure: error instanceof Error ? error.message : "Something went wrong. Reload the page and try again.",
				}),
		);
		return () => {
			gone = true;
		};
	}, []);
	return state;
}
