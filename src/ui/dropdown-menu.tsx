import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps } from "react";

export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

/** The page behind stays readable and scrollable while the menu is open. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
	return <Primitive.Root modal={false} {...props} />;
}

const itemClass =
	"relative flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2.5 py-1.5 outline-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground max-md:min-h-11 [&>svg]:size-4 [&>svg]:shrink-0";

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
	return (
		<Primitive.Portal>
			<Primitive.Content
				sideOffset={6}
				collisionPadding={8}
				{...props}
				className={clsx(
					"z-50 min-w-48 rounded-md bg-popover p-1 text-dense text-popover-foreground shadow-pop ring-border transition duration-200 ease-out starting:-translate-y-1 starting:opacity-0 dark:ring-1",
					className,
				)}
			/>
		</Primitive.Portal>
	);
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
	return <Primitive.Item {...props} className={clsx(itemClass, className)} />;
}

/** One of a group of choices. The chosen one has a check mark. */
export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
	return (
		<Primitive.RadioItem {...props} className={clsx(itemClass, "pr-8", className)}>
			{children}
			<Primitive.ItemIndicator className="absolute right-2.5">
				<Check aria-hidden="true" className="size-4" strokeWidth={1.75} />
			</Primitive.ItemIndicator>
		</Primitive.RadioItem>
	);
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
	return <Primitive.Label {...props} className={clsx("px-2.5 py-1.5", className)} />;
}

export function DropdownMenuSeparator() {
	return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />;
}
