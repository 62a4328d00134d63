import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { firm } from "#lib/firm.ts";
import { pictures } from "#site/pictures.ts";
import { Pilcrow } from "#ui/logo.tsx";
import { Picture } from "#ui/picture.tsx";

/** Around every view of signing in: a picture beside it where there is room. */
export function AuthFrame({ children }: { children: ReactNode }) {
	return (
		<div className="-mt-20 grid min-h-dvh lg:grid-cols-[3fr_5fr]">
			<div className="relative hidden bg-(--band-home) lg:block">
				{/* It shows our mark, which a firm with a logo of its own doesn't want to see. */}
				{!firm().brand?.logo && (
					<Picture
						sources={pictures.hero.sources}
						alt=""
						sizes="(min-width: 64rem) 75vw, 1px"
						className="mask-[linear-gradient(transparent,black_7%)] absolute inset-x-0 top-20 h-[calc(100%-5rem)] w-full object-cover object-[41%_50%]"
					/>
				)}
			</div>
			<div className="flex flex-col px-gutter pt-24 pb-16 lg:pt-28">
				<div className="mx-auto flex w-full max-w-100 flex-1 flex-col">
					<a
						href="/"
						className="-ml-1 inline-flex min-h-11 items-center gap-2 self-start px-1 font-semibold text-small underline-offset-4 hover:underline"
					>
						<ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.75} />
						Back to Home
					</a>
					<div className="my-auto pt-8">
						<Pilcrow className="mb-6 h-9 text-vermilion lg:hidden" />
						{children}
					</div>
				</div>
			</div>
		</div>
	);
}
