import { createContext, type FunctionComponent, useContext } from 'react';

type JsonOnly<Value> = Value extends string | number | boolean | null | undefined
	? Value
	: Value extends Date | ((...args: never) => unknown)
		? never
		: { [Key in keyof Value]: JsonOnly<Value[Key]> };

/**
 * Returns the HTML that stands for a part of a page. The part is rendered once for the same props, from their JSON, so it
 * cannot show anything else. It must not use contexts or `useId`.
 */
export type RenderCached = <Props extends object>(
	Part: FunctionComponent<Props>,
	props: Props & JsonOnly<Props>,
) => string;

/** On the server, what keeps the HTML of parts that many pages have. Null in the browser (decision 0039). */
export const CachedHtmlContext = createContext<RenderCached | null>(null);

export const useCachedHtml = () => useContext(CachedHtmlContext);
