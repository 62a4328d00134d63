import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export const Sheet = Primitive.Root;
export const SheetTrigger = Primitive.Trigger;

/** A drawer at the left edge of the page. */
export function SheetContent({
	title,
	description,
	children,
}: {
	title: ReactNode;
	description: string;
	children: ReactNode;
}) {
	return (
		<Primitive.Portal>
			<Primitive.Overlay className="fixed inset-0 z-40 bg-[rgb(36_16_31/0.42)] dark:bg-black/60 transition-opacity duration-200 starting:opacity-0" />
			<Primitive.Content className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100%-3rem)] flex-col overflow-y-auto bg-sidebar p-3 text-dense text-foreground shadow-dialog outline-none ring-border transition-transform duration-200 ease-out starting:-translate-x-full dark:ring-1">
				<div className="flex items-start gap-2 px-2.5 pb-3">
					<div className="grid gap-1 pt-2">
						<Primitive.Title className="font-semibold text-sm">{title}</Primitive.Title>
						<Primitive.Description className="text-balance text-muted-foreground text-xs">
							{description}
						</Primitive.Description>
					</div>
					<Primitive.Close
						aria-label="Close menu"
						className="-mr-2.5 ml-auto grid size-11 shrink-0 place-items-center rounded-sm text-muted-foreground hover:text-foreground"
					>
						<X aria-hidden="true" className="size-4" strokeWidth={1.75} />
					</Primitive.Close>
				</div>
				{children}
			</Primitive.Content>
		</Primitive.Portal>
	);
}
