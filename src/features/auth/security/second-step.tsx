import type { Factor } from "@supabase/auth-js";
import { useState } from "react";
import { authClient } from "#admin/session/auth.client.ts";
import { useAuth } from "#admin/session/auth-context.tsx";
import { firm } from "#lib/firm.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { AppCodeForm, CodeForm } from "./code-form.tsx";
import { FactorSetup } from "./factor-setup.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { arePasskeysOffered } from "./passkey-support.ts";
import { stepFailure } from "./step-texts.ts";
import { StepView } from "./step-view.tsx";

type StepProps = { factors: Factor[]; dense?: boolean; onDone(): void };

/** What comes between the password and the screens: the second step, or its setup where one is demanded and there is none. */
export function SecondStep({ factors, dense = false, onDone }: StepProps) {
	const { logOut } = useAuth();
	const hasFactor = factors.some(({ factor_type }) => factor_type !== "recovery_code");
	return (
		<div className="grid gap-6">
			{hasFactor ? (
				<OneMoreStep factors={factors} dense={dense} onDone={onDone} />
			) : (
				<FactorSetup
					title="Protect your account"
					lead={`${firm().shortName} asks for a second step at sign-in. Setting it up takes two minutes.`}
					dense={dense}
					onDone={onDone}
				/>
			)}
			<Button variant="ghost" size="dense" className="-ml-3.5 justify-self-start" onClick={() => void logOut()}>
				Log out
			</Button>
		</div>
	);
}

const ways = {
	passkey: { type: "webauthn", link: "Use a passkey instead" },
	app: { type: "totp", link: "Use your authenticator app instead" },
	recovery: { type: "recovery_code", link: "Use a recovery code instead" },
} as const;
type Way = keyof typeof ways;

/** Proves with any factor of the account that the person is its owner: at sign-in, and again before what changes an account. */
export function OneMoreStep({ factors, dense = false, onDone }: StepProps) {
	const factorsFor = (way: Way) => factors.filter(({ factor_type }) => factor_type === ways[way].type);
	const offered = (["passkey", "app", "recovery"] as const).filter(
		(way) => factorsFor(way).length > 0 && (way !== "passkey" || arePasskeysOffered()),
	);
	const [chosen, setChosen] = useState<Way>();
	const way = chosen ?? offered[0] ?? "recovery";
	const props = { factors: factorsFor(way), dense, onDone };
	return (
		<div className="grid gap-5">
			{way === "passkey" && <PasskeyStep key={way} {...props} />}
			{way === "app" && <AppStep key={way} {...props} />}
			{way === "recovery" && <RecoveryStep key={way} dense={dense} onDone={onDone} />}
			<div className="grid gap-3">
				{offered
					.filter((other) => other !== way)
					.map((other) => (
						<button
							key={other}
							type="button"
							className="rule-link cursor-pointer justify-self-start text-small"
							onClick={() => setChosen(other)}
						>
							{ways[other].link}
						</button>
					))}
			</div>
		</div>
	);
}

const title = "One more step";

function PasskeyStep({ factors, dense = false, onDone }: StepProps) {
	const [factorId, setFactorId] = useState(factors[0]?.id ?? "");

	async function handlePress() {
		const { error } = await authClient.mfa.webauthn.authenticate({ factorId });
		if (error) return stepFailure(error, "passkey");
		onDone();
	}

	return (
		<StepView title={title} lead="Confirm that it is you with your passkey." dense={dense}>
			<FactorChoice label="Passkey" factors={factors} dense={dense} value={factorId} onChange={setFactorId} />
			<PasskeyButton dense={dense} onPress={handlePress}>
				Use Your Passkey
			</PasskeyButton>
		</StepView>
	);
}

function AppStep({ factors, dense = false, onDone }: StepProps) {
	const [factorId, setFactorId] = useState(factors[0]?.id ?? "");
	return (
		<StepView title={title} lead="Enter the six digits that your authenticator app shows." dense={dense}>
			<AppCodeForm factorId={factorId} dense={dense} onDone={onDone}>
				<FactorChoice label="App" factors={factors} dense={dense} value={factorId} onChange={setFactorId} />
			</AppCodeForm>
		</StepView>
	);
}

function RecoveryStep({ dense = false, onDone }: Omit<StepProps, "factors">) {
	return (
		<StepView
			title={title}
			lead="Enter one of the codes that you saved when you set up your second step."
			dense={dense}
		>
			<CodeForm
				label="Recovery code"
				hint="Each code works once. If you have none left, ask the person who runs the server to reset your second step."
				dense={dense}
				onAttempt={async (code) => {
					const { error } = await authClient.mfa.recoveryCodes.verify({ code });
					if (error) return stepFailure(error, "recovery");
					onDone();
				}}
			/>
		</StepView>
	);
}

/** Only where there is something to choose. */
function FactorChoice({
	label,
	factors,
	value,
	dense,
	onChange,
}: {
	label: string;
	factors: Factor[];
	value: string;
	dense: boolean;
	onChange(id: string): void;
}) {
	if (factors.length < 2) return null;
	return (
		<SelectField
			label={label}
			dense={dense}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			options={factors.map(({ id, friendly_name }) => ({ value: id, label: friendly_name ?? label }))}
		/>
	);
}
