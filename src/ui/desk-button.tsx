import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** The ordinary button of the back office: dense and secondary. */
export const DeskButton = (props: Omit<ComponentProps<typeof Button>, "size" | "variant">) => (
	<Button {...props} size="dense" variant="secondary" />
);
