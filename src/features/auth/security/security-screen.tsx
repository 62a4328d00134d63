import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { OpenDialog } from "#admin/editing/open-dialog.tsx";
import { ConfirmedAction } from "#admin/editing/question-dialog.tsx";
import { Panel } from "#admin/record/panel.tsx";
import { authClient } from "#admin/session/auth.client.ts";
import { useIsAdmin } from "#admin/session/use-is-admin.ts";
import { dataOf, withVerification } from "#admin/session/verification.ts";
import { newPasswordPath } from "#lib/mailed-link.ts";
import { formatDay } from "#lib/time/dates.ts";
import { unlistedMeta } from "#site/crawlers/seo.ts";
import { BackLink } from "#ui/back-link.tsx";
import { DeskButton, PrimaryButton } from "#ui/desk-buttons.tsx";
import { Dialog, DialogBody, DialogContent, DialogForm, focusFirstField } from "#ui/dialog.tsx";
import { TextField } from "#ui/field.tsx";
import { ScreenTitle } from "#ui/screen-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { FactorSetup } from "./factor-setup.tsx";
import { arePasskeysOffered } from "./passkey-support.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { refreshSecurity, type Security, securityQuery } from "./security-query.ts";
import { Row } from "./security-row.tsx";
import { Sessions } from "./sessions.tsx";

export const meta = () => unlistedMeta("Security");

export default function SecurityScreen() {
	const { data, isError, refetch } = useQuery(securityQuery);
	const isAdmin = useIsAdmin();
	return (
		<>
			<div className="flex items-center gap-2">
				{isAdmin && <BackLink to="/admin/settings" label="Back to Settings" />}
				<ScreenTitle className="md:leading-8.5">Security</ScreenTitle>
			</div>
			<div className="mt-4 grid max-w-3xl gap-4">
				{data && (
					<>
						<Passkeys {...data} />
						<Apps {...data} />
						<Codes {...data} />
						<Password />
						<Sessions {...data} />
					</>
				)}
				{!data && isError && (
					<div className="grid justify-items-start gap-3">
						<p role="alert">Your security settings couldn't be loaded. Check your connection and try again.</p>
						<DeskButton onClick={() => void refetch()}>Try Again</DeskButton>
					</div>
				)}
				{!data && !isError && (
					<div role="status" className="grid gap-4">
						<span className="sr-only">Loading</span>
						<Skeleton className="h-32" />
						<Skeleton className="h-32" />
						<Skeleton className="h-32" />
					</div>
				)}
			</div>
		</>
	);
}

const dayOf = (iso: string) => formatDay(iso.slice(0, 10));

/** What the removal of a factor means, if it is the last. */
const lastFactor = ({ passkeys, apps }: Security) =>
	passkeys.length + apps.length === 1 ? "Your password alone will be enough to sign in." : undefined;

/** The codes go first: they are the spare key of a factor. */
async function removeFactor(security: Security, remove: () => Promise<{ error: Error | null }>): Promise<void> {
	await withVerification(async () => {
		if (lastFactor(security) && security.codes) dataOf(await authClient.mfa.recoveryCodes.unenroll());
		const { error } = await remove();
		if (error) throw error;
	});
}

function RemoveButton({
	security,
	kind,
	name,
	question,
	remove,
}: {
	security: Security;
	kind: "Passkey" | "Authenticator App";
	name: string;
	question: string;
	remove(): Promise<{ error: Error | null }>;
}) {
	const { mutate, isPending } = useMutation({
		mutationFn: () => removeFactor(security, remove),
		onSuccess: () => toast({ title: `${kind} Removed`, tone: "success" }),
		onSettled: refreshSecurity,
		meta: { failure: (error: Error) => ({ title: "Error", description: error.message }) },
	});
	return (
		<ConfirmedAction
			title={`Remove ${kind}`}
			subject={name}
			question={question}
			consequence={lastFactor(security)}
			action={`Remove ${kind}`}
			onConfirm={() => mutate()}
			button={
				<DeskButton busy={isPending} aria-label={`Remove ${name}`}>
					Remove
				</DeskButton>
			}
		/>
	);
}

function SetUp({ kind, label, title = label }: { kind: "passkey" | "app"; label: string; title?: string }) {
	const [open, setOpen] = useState(false);
	// Recovery codes that are not saved must not go with a press of Escape.
	const [holding, setHolding] = useState(false);

	function handleDone() {
		setOpen(false);
		setHolding(false);
		void refreshSecurity();
	}

	return (
		<>
			<PrimaryButton className="justify-self-start" onClick={() => setOpen(true)}>
				{label}
			</PrimaryButton>
			{open && (
				<OpenDialog title={title} size="sm" dismissible={!holding} onClose={() => !holding && handleDone()}>
					<DialogBody>
						<FactorSetup kind={kind} title={title} dense onCodes={() => setHolding(true)} onDone={handleDone} />
					</DialogBody>
				</OpenDialog>
			)}
		</>
	);
}

function Passkeys(security: Security) {
	if (!arePasskeysOffered()) return null;
	return (
		<Panel title="Passkeys" lead="Sign in with your fingerprint, your face, or a PIN instead of a password.">
			{security.passkeys.length > 0 && (
				<ul className="grid gap-3">
					{security.passkeys.map(({ id, friendly_name = "Passkey", created_at, last_used_at }) => (
						<Row
							key={id}
							title={friendly_name}
							detail={`Added ${dayOf(created_at)} · ${last_used_at ? `Last used ${dayOf(last_used_at)}` : "Never used"}`}
						>
							<Rename id={id} name={friendly_name} />
							<RemoveButton
								security={security}
								kind="Passkey"
								name={friendly_name}
								question="You'll no longer be able to sign in with it. Delete it from your password manager, too."
								remove={() => authClient.passkey.delete({ passkeyId: id })}
							/>
						</Row>
					))}
				</ul>
			)}
			<SetUp kind="passkey" label="Add a Passkey" />
		</Panel>
	);
}

function Rename({ id, name }: { id: string; name: string }) {
	const [open, setOpen] = useState(false);
	const { mutate, isPending } = useMutation({
		mutationFn: async (friendlyName: string) =>
			dataOf(await authClient.passkey.update({ passkeyId: id, friendlyName })),
		onSuccess: () => {
			setOpen(false);
			return refreshSecurity();
		},
		meta: { failure: (error: Error) => ({ title: "Error", description: error.message }) },
	});
	return (
		<>
			<DeskButton aria-label={`Rename ${name}`} onClick={() => setOpen(true)}>
				Rename
			</DeskButton>
			{open && (
				<OpenDialog title="Rename Passkey" size="sm" onOpenAutoFocus={focusFirstField} onClose={() => setOpen(false)}>
					<DialogForm
						noValidate={false}
						submit="Save"
						busy={isPending}
						onSubmit={(event) => {
							event.preventDefault();
							mutate(String(new FormData(event.currentTarget).get("name") ?? ""));
						}}
					>
						<TextField label="Name" name="name" defaultValue={name} maxLength={120} required dense />
					</DialogForm>
				</OpenDialog>
			)}
		</>
	);
}

function Apps(security: Security) {
	return (
		<Panel title="Authenticator app" lead="An app on your phone shows six digits, which you enter after your password.">
			{security.apps.length > 0 && (
				<ul className="grid gap-3">
					{security.apps.map(({ id, friendly_name = "Authenticator app", created_at }) => (
						<Row key={id} title={friendly_name} detail={`Added ${dayOf(created_at)}`}>
							<RemoveButton
								security={security}
								kind="Authenticator App"
								name={friendly_name}
								question="Its codes will no longer work. Delete the entry from the app, too."
								remove={() => authClient.mfa.unenroll({ factorId: id })}
							/>
						</Row>
					))}
				</ul>
			)}
			<SetUp kind="app" label="Set Up" title="Authenticator App" />
		</Panel>
	);
}

const fewCodes = 3;

function Codes({ codes, apps, passkeys }: Security) {
	const [made, setMade] = useState<string[]>();
	const { mutate, isPending } = useMutation({
		mutationFn: () =>
			withVerification(async () => {
				const { generate, regenerate } = authClient.mfa.recoveryCodes;
				return dataOf(await (codes ? regenerate() : generate()));
			}),
		onSuccess: (result) => setMade(result.codes),
		onSettled: refreshSecurity,
		meta: { failure: (error: Error) => ({ title: "Error", description: error.message }) },
	});
	const hasFactor = apps.length + passkeys.length > 0;
	const button = (
		<DeskButton busy={isPending} className="justify-self-start">
			Make New Codes
		</DeskButton>
	);
	return (
		<Panel title="Recovery codes" lead="For when you don't have your passkey or your authenticator app.">
			{codes ? (
				<p>
					{codes.remaining} of {codes.total} left
				</p>
			) : (
				<p>{hasFactor ? "You have none." : "You'll get them when you set up a passkey or an authenticator app."}</p>
			)}
			{codes && codes.remaining <= fewCodes && (
				<p role="status" className="rounded-sm bg-status-yellow-bg px-3 py-2 text-status-yellow">
					{`You have ${codes.remaining} recovery ${codes.remaining === 1 ? "code" : "codes"} left. Make new ones.`}
				</p>
			)}
			{hasFactor && (
				<ConfirmedAction
					title="Make New Codes"
					question="The codes that you have saved will no longer work."
					action="Make New Codes"
					needed={codes !== null}
					onConfirm={mutate}
					button={button}
				/>
			)}
			<Dialog open={made !== undefined}>
				{made && (
					<DialogContent title="Recovery Codes" size="sm" dismissible={false}>
						<DialogBody>
							<RecoveryCodes codes={made} dense onDone={() => setMade(undefined)} />
						</DialogBody>
					</DialogContent>
				)}
			</Dialog>
		</Panel>
	);
}

function Password() {
	const navigate = useNavigate();
	const { pathname } = useLocation();
	return (
		<Panel title="Password" lead="Changing your password logs you out on all other devices.">
			<DeskButton
				className="justify-self-start"
				onClick={() => void navigate(newPasswordPath, { state: { from: pathname } })}
			>
				Change Password
			</DeskButton>
		</Panel>
	);
}
