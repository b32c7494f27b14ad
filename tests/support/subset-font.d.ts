/** The part of subset-font that `fonts.ts` uses; the package has no types. */
declare module 'subset-font' {
	type Axis = number | { min: number; max: number };
	type Options = { targetFormat: 'woff2'; variationAxes: Record<string, Axis>; keepFeatures: string[] };
	export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
