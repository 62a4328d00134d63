declare module "subset-font" {
	/** The part of the package that we use; it ships no types. */
	export default function subsetFont(
		font: Uint8Array,
		letters: string,
		options: {
			targetFormat: "truetype" | "woff2";
			keepFeatures: string[];
			preserveNameIds: number[];
			variationAxes: Record<string, number | { min: number; max: number }>;
		},
	): Promise<Uint8Array>;
}
