import type { Page } from '@playwright/test';

/**
 * When the translator of the browser begins: before React has hydrated the page, or once it has. 'off' is a browser that
 * translates nothing.
 */
export type Translator = 'off' | 'before hydration' | 'after hydration';

/** How a translator takes a text out of the page: in one step, in two, or not at all. */
export type TranslatorMethod = 'replace' | 'insert and remove' | 'wrap';

/** Playwright ignores this character when it compares texts, so a test of the page also describes the translated page. */
const MARK = '\u200b';

/**
 * Does to each page what a browser's translator does: it replaces every text by `<font><font>translated</font></font>`, also
 * the texts that appear or change later. A translated text begins with `MARK`. Like Chrome's translator, it does not go
 * through methods that the page has replaced.
 */
export async function translatePages(
	page: Page,
	begin: Exclude<Translator, 'off'>,
	method: TranslatorMethod = 'replace',
): Promise<void> {
	const isLate = begin === 'after hydration';
	await page.context().addInitScript(translateDocument, { mark: MARK, isLate, method });
}

/** Ends the translation of the open page: with the texts that were there, or with new ones that say the same. */
export async function showOriginal(page: Page, texts: 'same' | 'new'): Promise<void> {
	await page.evaluate((isNew) => window.translator?.end(isNew), texts === 'new');
}

/**
 * Returns the texts of the open page that are not what the page wants to show: those without a translation, and those
 * whose translation is of an earlier text.
 */
export async function listWrongTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => window.translator?.listWrongTexts() ?? []);
}

declare global {
	interface Window {
		translator?: { listWrongTexts: () => string[]; end: (isNew: boolean) => void };
	}
}

/** Runs in the page, before its scripts. */
function translateDocument({
	mark,
	isLate,
	method,
}: {
	mark: string;
	isLate: boolean;
	method: TranslatorMethod;
}): void {
	// Elements that translators leave out.
	const LEFT_OUT = 'script, style, noscript, textarea, svg, [translate="no"]';
	const { replaceChild, insertBefore, removeChild } = Node.prototype;
	const originals = new Map<Element, Text>();
	let isEnded = false;
	const replace = (text: Text, font: Element) => {
		if (method !== 'insert and remove') replaceChild.call(text.parentNode, font, text);
		else {
			insertBefore.call(text.parentNode, font, text);
			removeChild.call(text.parentNode, text);
		}
	};
	const canTranslate = (text: Text) =>
		text.data.trim() !== '' &&
		!text.data.startsWith(mark) &&
		text.parentElement?.closest('body') &&
		!text.parentElement.closest(LEFT_OUT);
	const listTexts = (root: Node) => {
		const texts: Text[] = [];
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) texts.push(walker.currentNode as Text);
		return root instanceof Text ? [root] : texts;
	};
	const translate = (root: Node) => {
		for (const text of listTexts(root).filter(canTranslate)) {
			const outer = document.createElement('font');
			const inner = outer.appendChild(document.createElement('font'));
			replace(text, outer);
			if (method === 'wrap') text.data = mark + text.data;
			else originals.set(outer, text);
			inner.append(method === 'wrap' ? text : mark + text.data);
		}
	};
	const begin = () => {
		document.documentElement.classList.add('translated-ltr');
		translate(document.body);
		const observer = new MutationObserver((records) => {
			if (isEnded) return observer.disconnect();
			const translateChanges = () => {
				for (const { type, target, addedNodes } of records)
					for (const node of type === 'characterData' ? [target] : addedNodes) translate(node);
			};
			// The server of a translator needs some time; at once is harder for a page that React has hydrated.
			if (isHydrated()) translateChanges();
			else setTimeout(translateChanges, 20);
		});
		observer.observe(document, { subtree: true, childList: true, characterData: true });
	};
	const isHydrated = () => {
		const root = Object.entries(document).find(([key]) => key.startsWith('__reactContainer'))?.[1];
		return root?.stateNode.current.memoizedState.isDehydrated === false;
	};
	const wait = () => {
		if (isHydrated()) begin();
		else setTimeout(wait, 1);
	};
	document.addEventListener('DOMContentLoaded', isLate ? wait : begin);
	window.translator = {
		end: (isNew) => {
			isEnded = true;
			document.documentElement.classList.remove('translated-ltr');
			for (const [font, text] of originals)
				if (font.isConnected)
					replaceChild.call(font.parentNode, isNew ? document.createTextNode(text.data) : text, font);
		},
		listWrongTexts: () => [
			...listTexts(document.body).flatMap((text) => (!isEnded && canTranslate(text) ? [text.data] : [])),
			...[...originals].flatMap(([font, { data }]) =>
				font.isConnected && font.textContent !== mark + data ? [String(font.textContent)] : [],
			),
		],
	};
}
