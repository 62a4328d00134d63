import { type Context, Hono } from "hono";
import { firm } from "#lib/firm.ts";
import { clientOf } from "#platform/limits/client.server.ts";
import type { RateLimit } from "#platform/limits/rate-limits.server.ts";
import type { Deps } from "#platform/process/deps.server.ts";
import {
	requireProofForNewPassword,
	resendConfirmation,
	sendRecovery,
	signIn,
	signUp,
	signUpConfirmed,
	tellOfGuessing,
	updateUser,
} from "./accounts/accounts.server.ts";
import { followLink } from "./accounts/link-sign-in.server.ts";
import { failureAddress, redirectTarget, successAddress } from "./accounts/links.server.ts";
import { claimMailInterval } from "./accounts/mail-interval.server.ts";
import { requireGoodPassword } from "./accounts/password-rules.server.ts";
import { neutralUser, presentUser } from "./accounts/user-object.server.ts";
import { type LinkType, linkTypes } from "./auth.schema.ts";
import {
	type Body,
	emailMember,
	isGiven,
	metadataMember,
	readAuthBody,
	requireSmallMetadata,
	textMember,
} from "./auth-body.server.ts";
import {
	AuthError,
	anonymousDisabled,
	answerAuthError,
	asAuthError,
	codeExpired,
	emailAndPhone,
	noSuchEndpoint,
	notAdmin,
	notSupported,
	phoneDisabled,
	signupDisabled,
	unsupportedGrantType,
	validationFailed,
} from "./auth-errors.server.ts";
import { listFactors } from "./factors/assurance.server.ts";
import { stepNeeded, stepNeededForUser, verifyAgain } from "./factors/factor-errors.server.ts";
import { factorsApi } from "./factors/factors.api.ts";
import { findKnownDevice } from "./factors/known-devices.server.ts";
import { passkeysApi } from "./passkeys/passkeys.api.ts";
import { arePasskeysEnabled } from "./passkeys/webauthn.server.ts";
import { type Alert, authRequests, type GuessLimits } from "./sessions/auth-requests.server.ts";
import type { Bearer } from "./sessions/bearer.server.ts";
import { endSessions, presentSession, refreshSession } from "./sessions/sessions.server.ts";

/** Per client address (contracts: auth 9.1); each endpoint counts for itself. */
const fiveMinutes = 5 * 60;
const limits = {
	password: { name: "auth-password", points: 30, seconds: fiveMinutes },
	refresh: { name: "auth-refresh", points: 150, seconds: fiveMinutes },
	signup: { name: "auth-signup", points: 30, seconds: fiveMinutes },
	recover: { name: "auth-recover", points: 30, seconds: fiveMinutes },
	resend: { name: "auth-resend", points: 30, seconds: fiveMinutes },
	user: { name: "auth-user", points: 30, seconds: fiveMinutes },
	verify: { name: "auth-verify", points: 30, seconds: fiveMinutes },
} satisfies Record<string, RateLimit>;

/** For an account address, known or not. */
const day = 24 * 60 * 60;
const failedPasswords: GuessLimits = {
	here: { name: "auth-failed-password", points: 10, seconds: 15 * 60 },
	inAll: { name: "auth-failed-password-account", points: 100, seconds: day },
};

/** From the 30th wrong password on, the owner gets an email. */
const failedPasswordsAlert: Alert = {
	after: { name: "auth-failed-password-mail", points: 29, seconds: day },
	once: { name: "auth-failed-password-mailed", points: 1, seconds: day },
};

/** The authentication service under /auth/v1, a subset of supabase/auth (contracts: auth). */
export function authApi(deps: Deps) {
	const { settings } = deps;
	return new Hono()
		.onError(answerAuthError)
		.use(async (c, next) => {
			await next();
			c.res.headers.set("Cache-Control", "no-store");
		})
		.route("/", sessionApi(deps))
		.route("/", accountApi(deps))
		.route("/", mailedLinkApi(deps))
		.route("/factors", factorsApi(deps))
		.route("/passkeys", passkeysApi(deps))
		.get("/settings", (c) =>
			c.json({
				external: { email: true, phone: false, anonymous_users: false },
				disable_signup: settings.auth.disableSignup,
				mailer_autoconfirm: settings.auth.autoconfirm,
				phone_autoconfirm: false,
				sms_provider: "",
				saml_enabled: false,
				passkeys_enabled: arePasskeysEnabled(settings),
			}),
		)
		.get("/health", (c) =>
			c.json({ version: "v1", name: "auth", description: `Authentication service of ${firm().name}` }),
		)
		.get("/.well-known/jwks.json", (c) => c.json({ keys: [] }))
		.all("*", () => {
			throw noSuchEndpoint();
		});
}

function sessionApi(deps: Deps) {
	const { limitClient, requireLimitedBearer } = authRequests(deps);
	const guessPassword = passwordGuesses(deps);
	return new Hono()
		.post("/token", async (c) => {
			const grantType = c.req.query("grant_type");
			if (grantType !== "password" && grantType !== "refresh_token") throw unsupportedGrantType();
			await limitClient(c, grantType === "password" ? limits.password : limits.refresh);
			const body = await readAuthBody(c.req.raw);
			const client = clientOf(c, deps.settings);
			if (grantType === "refresh_token") {
				return c.json(await refreshSession(deps, textMember(body, "refresh_token"), client));
			}
			const { email, password } = readCredentials(body);
			const { user, session } = await guessPassword(c, email, () => signIn(deps, email, password, client));
			return c.json(await presentSession(deps, user, session));
		})
		.post("/logout", async (c) => {
			const caller = await requireLimitedBearer(c);
			await endSessions(deps, caller.session, requireScope(c.req.query("scope"), caller));
			return c.body(null, 204);
		});
}

function accountApi(deps: Deps) {
	const { settings } = deps;
	const { limitClient, requireBearer, requireLimitedBearer } = authRequests(deps);
	const guessPassword = passwordGuesses(deps);
	return new Hono()
		.post("/signup", async (c) => {
			if (settings.auth.disableSignup) throw signupDisabled();
			await limitClient(c, limits.signup);
			const input = readSignUp(settings, await readAuthBody(c.req.raw));
			if (settings.auth.autoconfirm) {
				const { user, session } = await signUpConfirmed(deps, input, clientOf(c, settings));
				return c.json(await presentSession(deps, user, session));
			}
			await claimMailInterval(deps, "confirmation", input.email);
			await signUp(deps, input, targetOf(c, settings));
			return c.json(neutralUser(settings, input.email, input.metadata, deps.clock()));
		})
		.get("/user", async (c) => {
			const { user } = await requireLimitedBearer(c);
			return c.json(presentUser(user, await listFactors(deps.db, user.id)));
		})
		.put("/user", async (c) => {
			const caller = await requireBearer(c, stepNeededForUser);
			await limitClient(c, limits.user);
			const body = await readAuthBody(c.req.raw);
			if (isGiven(body.app_metadata)) throw notAdmin();
			const email = textMember(body, "email").toLowerCase();
			if (email && email !== caller.user.email) throw notSupported("Changing the email address is not supported");
			if (body.phone) throw notSupported("Phone numbers are not supported");
			const client = clientOf(c, settings);
			const password = isGiven(body.password) ? textMember(body, "password") : undefined;
			if (password !== undefined) {
				requireGoodPassword(settings, password);
				const current = textMember(body, "current_password");
				const prove = () => requireProofForNewPassword(deps, caller, current, client);
				await (current ? guessPassword(c, caller.user.email, prove) : prove());
			}
			const user = await updateUser(deps, caller, { metadata: metadataMember(body), password }, client);
			return c.json(presentUser(user, await listFactors(deps.db, user.id)));
		});
}

function mailedLinkApi(deps: Deps) {
	const { settings } = deps;
	const { limitClient } = authRequests(deps);
	return new Hono()
		.post("/recover", async (c) => {
			await limitClient(c, limits.recover);
			const body = await readAuthBody(c.req.raw);
			const email = emailMember(body, validationFailed("Password recovery requires an email"));
			await claimMailInterval(deps, "recovery", email);
			await sendRecovery(deps, email, targetOf(c, settings));
			return c.json({});
		})
		.post("/resend", async (c) => {
			await limitClient(c, limits.resend);
			const body = await readAuthBody(c.req.raw);
			if (body.type !== "signup")
				throw validationFailed("Missing one of these types: signup, email_change, sms, phone_change");
			const email = emailMember(body, validationFailed("Type provided requires an email address"));
			await claimMailInterval(deps, "confirmation", email);
			await resendConfirmation(deps, email, targetOf(c, settings));
			return c.json({});
		})
		.get("/verify", async (c) => {
			c.header("Referrer-Policy", "no-referrer");
			// Hono answers HEAD through this handler, and mail scanners ask it before the person opens the link.
			if (c.req.method === "HEAD") return c.body(null, 204);
			await limitClient(c, limits.verify);
			const { type, token } = c.req.query();
			if (!type) throw validationFailed("Verify requires a verification type");
			if (!token) throw validationFailed("Verify requires a token or a token hash");
			return c.redirect(await addressAfterLink(deps, c, type, token), 303);
		})
		.post("/verify", async (c) => {
			await limitClient(c, limits.verify);
			const { type, token } = readVerification(await readAuthBody(c.req.raw));
			const { user, session } = await followLink(deps, type, token, clientOf(c, settings));
			return c.json(await presentSession(deps, user, session));
		});
}

/**
 * Someone who has only the password, or a stolen session, must not be able to log the owner out elsewhere and stay. A
 * missing scope, or 'global', ends the caller's session too: A thief gains nothing by it, the owner signs in again, and
 * the contract wants 204. So it needs no recent verification (docs/security.md).
 */
function requireScope(scope: string | undefined, { isLimited, isFresh }: Bearer): string | undefined {
	if (isLimited && scope === "others") throw stepNeeded();
	if (!isFresh && scope === "others") throw verifyAgain();
	return isLimited ? "local" : scope;
}

const targetOf = (c: Context, settings: Deps["settings"]) => redirectTarget(settings, c.req.query("redirect_to"));

/** Counts what proves to be a wrong password. Does the same work for an address without an account. */
function passwordGuesses(deps: Deps) {
	const { alertOwner, countingGuesses, guessesAt } = authRequests(deps);
	return async <T>(c: Context, email: string, attempt: () => Promise<T>): Promise<T> => {
		const own = await findKnownDevice(deps, email, clientOf(c, deps.settings));
		const guesses = guessesAt(c, email.toLowerCase(), own, failedPasswords);
		return countingGuesses(c, guesses, isWrongPassword, attempt).catch(async (error) => {
			if (isWrongPassword(error) && !own) {
				await alertOwner(email.toLowerCase(), failedPasswordsAlert, () => tellOfGuessing(deps, email));
			}
			throw error;
		});
	};
}

function readCredentials(body: Body): { email: string; password: string } {
	const [email, phone, password] = [textMember(body, "email"), textMember(body, "phone"), textMember(body, "password")];
	if (email && phone) throw emailAndPhone();
	if (phone) throw phoneDisabled();
	if (!email) throw validationFailed("missing email or phone");
	return { email, password };
}

function readSignUp(settings: Deps["settings"], body: Body) {
	if (!body.email && !body.phone) throw anonymousDisabled();
	const password = textMember(body, "password");
	if (!password) throw validationFailed("Signup requires a valid password");
	requireGoodPassword(settings, password);
	const email = emailMember(body, validationFailed("Unable to validate email address: invalid format"));
	return { email, password, metadata: requireSmallMetadata(metadataMember(body) ?? {}) };
}

/** Where the browser goes after it has opened an emailed link; a refusal is in that address, too. */
async function addressAfterLink(deps: Deps, c: Context, type: string, token: string): Promise<string> {
	const address = targetOf(c, deps.settings);
	try {
		const { user, session } = await followLink(deps, requireLinkType(type), token, clientOf(c, deps.settings));
		return successAddress(address, requireLinkType(type), await presentSession(deps, user, session));
	} catch (error) {
		const failure = asAuthError(error);
		if (failure.status >= 500) deps.logger.error({ err: error }, "an emailed link could not be used");
		return failureAddress(address, failure);
	}
}

const isWrongPassword = (error: unknown) =>
	error instanceof AuthError && ["invalid_credentials", "current_password_invalid"].includes(error.code);

function requireLinkType(type: string): LinkType {
	const known = linkTypes.find((linkType) => linkType === type);
	if (!known) throw validationFailed("Invalid email verification type");
	return known;
}

/** The client repeats its whole argument in the body; only the hash of an emailed link is supported. */
function readVerification(body: Body): { type: LinkType; token: string } {
	const type = textMember(body, "type");
	if (!type) throw validationFailed("Verify requires a verification type");
	const [token, hash] = [textMember(body, "token"), textMember(body, "token_hash")];
	if (Boolean(token) === Boolean(hash)) throw validationFailed("Verify requires either a token or a token hash");
	if (token) throw codeExpired();
	if (body.email || body.phone || body.redirect_to)
		throw validationFailed("Only the token_hash and type should be provided");
	return { type: requireLinkType(type), token: hash };
}
