import { clsx } from "clsx";
import { type ComponentProps, useState } from "react";
import { Field, fieldOf, type TextField } from "#ui/field.tsx";

/** A password that its reader can look at. It is hidden again when it is sent, so that browsers and their password managers know it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, "type">) {
	const [field, input] = fieldOf(props);
	const [shown, setShown] = useState<boolean>();
	return (
		<Field {...field}>
			{(control) => (
				<span className="relative grid items-center">
					<input
						spellCheck={false}
						autoCapitalize="none"
						{...input}
						{...control}
						type={shown ? "text" : "password"}
						className={clsx(control.className, "pr-18")}
					/>
					<button
						type="button"
						aria-controls={control.id}
						onClick={({ currentTarget: { form } }) => {
							setShown(!shown);
							form?.addEventListener("submit", () => setShown(false), { once: true });
						}}
						className={clsx(
							"absolute right-1.5 min-h-8 min-w-14 cursor-pointer rounded-sm px-2 font-semibold underline underline-offset-4 hover:no-underline",
							field.dense ? "text-xs" : "text-small",
						)}
					>
						{shown ? "Hide" : "Show"}
						<span className="sr-only"> password</span>
					</button>
					<span role="status" className="sr-only">
						{shown !== undefined && (shown ? "Your password is visible." : "Your password is hidden.")}
					</span>
				</span>
			)}
		</Field>
	);
}
