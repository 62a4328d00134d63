import { Tabs } from "radix-ui";
import { Link } from "react-router";
import { forgotPasswordPath } from "#lib/mailed-link.ts";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const tabClass =
	"-mb-px min-h-11 cursor-pointer border-transparent border-b-2 font-semibold text-quiet hover:text-ink data-[state=active]:border-vermilion data-[state=active]:text-ink";

export function AuthTabs() {
	return (
		<Tabs.Root defaultValue="sign-in" className="grid gap-6">
			<Tabs.List aria-label="Account" className="flex gap-6 border-line border-b">
				<Tabs.Trigger value="sign-in" className={tabClass}>
					Sign In
				</Tabs.Trigger>
				<Tabs.Trigger value="sign-up" className={tabClass}>
					Sign Up
				</Tabs.Trigger>
			</Tabs.List>
			<Tabs.Content value="sign-in" className="grid gap-5">
				<SignInForm />
				<Link to={forgotPasswordPath} className="rule-link justify-self-start text-small">
					Forgot password?
				</Link>
			</Tabs.Content>
			<Tabs.Content value="sign-up">
				<SignUpForm />
			</Tabs.Content>
		</Tabs.Root>
	);
}
