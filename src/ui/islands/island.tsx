import { clsx } from "clsx";
import { type ComponentType, createContext, createElement, type ReactElement, use, useId } from "react";

/** Renders an island as a root whose ids begin with the prefix. From the server's entry; the browser needs none. */
export const IslandRenderer = createContext<((island: ReactElement, identifierPrefix: string) => string) | undefined>(
	undefined,
);

type IslandProps<Props extends object> = {
	/** The name of the module `*.island.tsx` whose only export is the component. */
	name: string;
	of: ComponentType<Props>;
	/** They reach the browser as JSON. */
	props: Props;
	/** What is rendered and doesn't reach the browser, where the component finds it in the page. */
	unsent?: Partial<Props>;
	/**
	 * `visible`: when it comes into view. A time zone: so in a browser of another zone, which shows other times. Otherwise
	 * when it is about to be used.
	 */
	wake?: string;
	className?: string;
};

/** A part of a public page that React takes over (decision 044). Sees no context around it, and may not suspend. */
export function Island<Props extends object>({ name, of, props, unsent, wake, className }: IslandProps<Props>) {
	const render = use(IslandRenderer);
	const prefix = useId().replaceAll(/\W/g, "");
	if (!render) throw new Error("only the server renders a page with islands");
	return (
		<div
			data-island={name}
			data-wake={wake}
			data-prefix={prefix}
			data-props={JSON.stringify(props)}
			className={clsx(className)}
			// biome-ignore lint/security/noDangerouslySetInnerHtml: what React has just rendered
			dangerouslySetInnerHTML={{ __html: render(createElement(of, { ...props, ...unsent }), prefix) }}
		/>
	);
}
