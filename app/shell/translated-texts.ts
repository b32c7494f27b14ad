/**
 * A browser's translator replaces texts of the page by `<font>` elements, also texts that appear or change later. React knows
 * only its own text: it removes it, inserts before it, or changes it, although it is no longer in the page. The first two
 * throw, and the third leaves the old words. So before React's work goes wrong, the text that it knows is put back in the
 * place of the translation, and the translator translates it again (decision 0080).
 */

/** The texts of the page that each translation stands for. */
const originals = new WeakMap<Node, Text[]>();
/** The translation of each text, the other way round. */
const translations = new WeakMap<Node, ChildNode>();

declare global {
	interface Window {
		/** What has happened to the document before `keepTranslatedTexts`, which ends this list. */
		earlyChanges?: MutationRecord[] | undefined;
	}
}

/** The script that records the early changes. It is a part of the document, because a translator does not wait for files. */
export const EARLY_CHANGES_SCRIPT =
	'window.earlyChanges=[];new MutationObserver((r,o)=>window.earlyChanges?earlyChanges.push(...r):o.disconnect()).observe(document,{childList:true,subtree:true})';

/** Whether React compares the page with its own texts, and when each text was put back meanwhile. */
let isHydrating = false;
const restoredAt = new WeakMap<Text, number>();
/** A translator that answers faster does not wait for the page, and would translate and be undone without end. */
const SHORTEST_TRANSLATION_MS = 10;
const LONGEST_HYDRATION_MS = 15_000;
let observer: MutationObserver | undefined;

/** Lets React work on a page that is translated at any time. Call this before React hydrates the page. */
export function keepTranslatedTexts(): void {
	observer = new MutationObserver(handleRecords);
	observer.observe(document, { childList: true, subtree: true });
	handleRecords(window.earlyChanges ?? []);
	window.earlyChanges = undefined;
	isHydrating = true;
	restoreUncomparedTexts();
	setTimeout(acceptTranslations, LONGEST_HYDRATION_MS);
	const { removeChild, insertBefore } = Node.prototype;
	Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
		if (child.parentNode !== this) {
			restoreText(child);
			// A translator may also have moved it into an element of its own, or removed it.
			if (child.parentNode !== this && (!child.parentNode || this.contains(child))) {
				child.parentNode?.removeChild(child);
				return child;
			}
		}
		return removeChild.call(this, child) as Child;
	};
	Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null) {
		const place = before && before.parentNode !== this ? findPlace(this, before) : before;
		return insertBefore.call(this, child, place) as Child;
	};
}

/** Lets the translations stay from now on. React has compared the page with its own texts. */
export function acceptTranslations(): void {
	isHydrating = false;
}

function handleRecords(records: readonly MutationRecord[]): void {
	let added: ChildNode | undefined;
	for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
		if (type === 'characterData') {
			if (!target.parentNode) restoreText(target);
			continue;
		}
		const [first] = addedNodes as Iterable<ChildNode>;
		added = first ?? added;
		const isBesideAdded = added && (first || added === previousSibling || added === nextSibling);
		// React has set the whole text of an element.
		const isWholeText = first instanceof Text && !previousSibling && !nextSibling;
		if (added && isBesideAdded && !isWholeText)
			for (const removed of removedNodes) noteReplacement(removed, added);
		for (const node of addedNodes) removeStaleTranslation(node);
	}
	if (isHydrating) restoreUncomparedTexts();
}

/** Removes the translation of a text that React has put into another place. */
function removeStaleTranslation(text: Node): void {
	const translation = translations.get(text);
	if (text.parentNode && !translation?.contains(text)) restoreTextsOf(translation);
}

/** Puts the texts of the page back for React to compare. */
function restoreUncomparedTexts(): void {
	const now = performance.now();
	for (const font of document.querySelectorAll('font')) {
		const texts = originals.get(font) ?? [];
		if (texts.some((text) => now - (restoredAt.get(text) ?? -Infinity) < SHORTEST_TRANSLATION_MS)) continue;
		restoreTextsOf(font);
		for (const text of texts) restoredAt.set(text, now);
	}
}

/** Records that a translator has replaced a text by its translation, or a translation by the original. */
function noteReplacement(removed: Node, added: ChildNode): void {
	if (![removed, added].some(({ nodeName }) => nodeName === 'FONT')) return;
	const texts = originals.get(removed) ?? (removed instanceof Text ? [removed] : []);
	for (const text of texts) {
		if (text === added) continue;
		translations.set(text, added);
		originals.set(added, [...(originals.get(added) ?? []), text]);
		// Tells when React changes the text, which is not in the page.
		observer?.observe(text, { characterData: true });
	}
}

/** Puts a text that was translated back in the place of its translation. */
function restoreText(text: Node): void {
	handleRecords(observer?.takeRecords() ?? []);
	if (!text.parentNode) restoreTextsOf(translations.get(text));
}

function restoreTextsOf(translation: ChildNode | undefined): void {
	const texts = translation && originals.get(translation);
	if (texts)
		translation.replaceWith(...texts.filter((text) => !text.parentNode || translation.contains(text)));
}

/** Returns the child of `parent` that stands for a node; null when there is none. */
function findPlace(parent: Node, node: Node): Node | null {
	handleRecords(observer?.takeRecords() ?? []);
	let place: Node | null | undefined = node.parentNode ? node : translations.get(node);
	while (place && place.parentNode !== parent) place = place.parentNode;
	return place ?? null;
}
