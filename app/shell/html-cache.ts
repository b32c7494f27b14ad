import { randomBytes } from 'node:crypto';
import { createElement, type FunctionComponent } from 'react';
import { renderToString } from 'react-dom/server';
import type { RenderCached } from '~/app/ui/cached-html.tsx';

export type HtmlCache = {
	/**
	 * Starts a page. While it is rendered, `renderCached` returns marks in place of its cached parts; `encode` returns the
	 * bytes of the rendered page with the parts at their marks.
	 */
	startPage: () => { renderCached: RenderCached; encode: (html: string) => Uint8Array<ArrayBuffer> };
};

/**
 * Pages are encoded here one after the other and then copied, because the number of bytes of a text is known only when it
 * is encoded. A longer page has its own buffer.
 */
const PAGE_BUFFER = Buffer.allocUnsafeSlow(1_000_000);

/**
 * Returns what renders parts of pages, or finds what it rendered before for the same props. It keeps at most `maxBytes` of
 * keys and HTML; what was not used for the longest time is forgotten first. The props are read back from the key, so what
 * the key does not say cannot be shown.
 *
 * The parts never become a part of the page's text, because joining and encoding them again takes a fifth of the time of
 * a list. Each is cached as a text with a character for each byte, which is copied as it is. Bytes outside of V8's heap
 * would stay in memory for long after they are forgotten.
 */
export function createHtmlCache(maxBytes: number): HtmlCache {
	const cached = new Map<string, string>();
	const numbers = new Map<unknown, number>();
	// No page contains a mark, so no user can know one and write it into a text.
	const secret = randomBytes(16).toString('hex');
	const marks = new RegExp(`<!--${secret} (\\d+)-->`);
	let bytes = 0;
	const forgetOldest = () => {
		for (const [key, html] of cached) {
			if (bytes <= maxBytes) return;
			cached.delete(key);
			bytes -= key.length + html.length;
		}
	};
	const find = <Props extends object>(Part: FunctionComponent<Props>, props: Props): string => {
		const number = numbers.get(Part) ?? numbers.size;
		numbers.set(Part, number);
		const json = JSON.stringify(props);
		const key = `${number} ${json}`;
		const known = cached.get(key);
		if (known !== undefined) {
			cached.delete(key);
			cached.set(key, known);
			return known;
		}
		const html = renderToString(createElement(Part, JSON.parse(json) as Props));
		const part = Buffer.from(html).toString('latin1');
		cached.set(key, part);
		bytes += key.length + part.length;
		forgetOldest();
		return part;
	};
	return {
		startPage: () => {
			const parts: string[] = [];
			return {
				renderCached: (Part, props) => `<!--${secret} ${parts.push(find(Part, props)) - 1}-->`,
				encode: (html) => {
					// Every second piece is the number of a mark.
					const pieces = html
						.split(marks)
						.map((piece, index) => (index % 2 === 0 ? piece : (parts[Number(piece)] ?? '')));
					// A character takes at most three bytes.
					const maxBytes = pieces.reduce((sum, { length }) => sum + length * 3, 0);
					const page = maxBytes > PAGE_BUFFER.length ? Buffer.allocUnsafeSlow(maxBytes) : PAGE_BUFFER;
					let end = 0;
					for (const [index, piece] of pieces.entries())
						end += page.write(piece, end, index % 2 === 0 ? 'utf8' : 'latin1');
					return Buffer.from(page.subarray(0, end));
				},
			};
		},
	};
}
