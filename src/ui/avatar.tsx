import { Avatar as Primitive } from "radix-ui";

/** A person's picture. Shows their initials until the picture has loaded, or if it can't be loaded. */
export function Avatar({ source, initials }: { source?: string; initials: string }) {
	return (
		<Primitive.Root className="grid size-8 shrink-0 select-none place-items-center overflow-hidden rounded-full bg-sky font-semibold text-ink text-xs">
			{source && <Primitive.Image src={source} alt="" className="size-full object-cover" />}
			<Primitive.Fallback aria-hidden="true">{initials}</Primitive.Fallback>
		</Primitive.Root>
	);
}
