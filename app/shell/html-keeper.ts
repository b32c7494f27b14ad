import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { KeepHtml } from '~/app/ui/kept-html.tsx';

/**
 * Returns a function that renders a part of a page, or returns what it rendered before for the same props. It keeps at
 * most `maxCharacters` of keys and HTML; what was not used for the longest time is forgotten first. The props are read back from the key, so what the key does not
 * say cannot be shown.
 */
export function createHtmlKeeper(maxCharacters: number): KeepHtml {
	const kept = new Map<string, string>();
	const numbers = new Map<unknown, number>();
	let characters = 0;
	const forgetOldest = () => {
		for (const [key, html] of kept) {
			if (characters <= maxCharacters) return;
			kept.delete(key);
			characters -= key.length + html.length;
		}
	};
	return <Props extends object>(Part: FunctionComponent<Props>, props: Props) => {
		const number = numbers.get(Part) ?? numbers.size;
		numbers.set(Part, number);
		const json = JSON.stringify(props);
		const key = `${number} ${json}`;
		const known = kept.get(key);
		if (known !== undefined) {
			kept.delete(key);
			kept.set(key, known);
			return known;
		}
		const html = flatten(renderToString(createElement(Part, JSON.parse(json) as Props)));
		kept.set(key, html);
		characters += key.length + html.length;
		forgetOldest();
		return html;
	};
}

/** Joins the thousands of pieces of which V8 keeps such a text, which would be joined again for each page. */
const flatten = (text: string): string => Buffer.from(text).toString();
