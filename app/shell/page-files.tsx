import { cloneElement, createContext, Fragment, isValidElement, type ReactNode, useContext } from 'react';
import { Links, Scripts } from 'react-router';
import { EARLY_CHANGES_SCRIPT } from './translated-texts.ts';

/** What the server needs to put styles and scripts into the HTML of a page. */
export type InlineSource = {
	nonce: string;
	/**
	 * Returns the text of a built stylesheet, or null when there is none. Null where the page keeps its ordinary links: in
	 * development, and for a browser that has the files from an earlier visit.
	 */
	readStyle: ((href: string) => string | null) | null;
};

type InlinedStyles = { nonce: string; css: string; hrefs: ReadonlySet<string> };
type LinkProps = React.ComponentProps<'link'>;

/** Null in the browser. */
export const InlineSourceContext = createContext<InlineSource | null>(null);

/** The styles that the server put into this document. Read once, as the links change with each navigation. */
const documentStyles = readDocumentStyles();

/**
 * Renders the page's links. On a first visit its stylesheets are inside the document, so that it is painted without
 * waiting for them. Their links have `media="print"`: they do not block, and they fill the cache for the next page.
 */
export function PageLinks() {
	const source = useContext(InlineSourceContext);
	// Our own styles need no nonce. Browsers hide the nonce from scripts, so hydration would report a mismatch.
	const links = Links({ nonce: '' });
	const inlined = source ? inlineStyles(listStylesheets(links), source) : documentStyles;
	if (!inlined) return links;
	return (
		<>
			<style data-inlined="" nonce={inlined.nonce} dangerouslySetInnerHTML={{ __html: inlined.css }} />
			{mapLinks(links, (link) => (inlined.hrefs.has(link.href ?? '') ? { media: 'print' } : {}))}
		</>
	);
}

/** Renders the page's scripts. They load after what the page shows. */
export function PageScripts() {
	const nonce = useContext(InlineSourceContext)?.nonce;
	const text = import.meta.env.SSR ? EARLY_CHANGES_SCRIPT : '';
	return (
		<>
			<script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
			{mapLinks(Scripts({}), () => ({ fetchPriority: 'low' }))}
		</>
	);
}

function inlineStyles(hrefs: string[], { nonce, readStyle }: InlineSource): InlinedStyles | null {
	const texts = readStyle ? hrefs.map(readStyle) : [];
	// All or none: the order of the rules must stay the order of the links.
	if (texts.length === 0 || texts.includes(null)) return null;
	return { nonce, css: texts.join(''), hrefs: new Set(hrefs) };
}

function readDocumentStyles(): InlinedStyles | null {
	if (typeof document === 'undefined') return null;
	const style = document.querySelector<HTMLStyleElement>('style[data-inlined]');
	if (!style) return null;
	const links = document.querySelectorAll('link[rel="stylesheet"][media="print"]');
	const hrefs = new Set(Array.from(links, (link) => link.getAttribute('href') ?? ''));
	return { nonce: style.nonce, css: style.textContent ?? '', hrefs };
}

function listStylesheets(node: ReactNode): string[] {
	if (Array.isArray(node)) return node.flatMap(listStylesheets);
	if (!isValidElement<LinkProps>(node)) return [];
	const { rel, href, children } = node.props;
	if (node.type === Fragment) return listStylesheets(children);
	return rel === 'stylesheet' && href ? [href] : [];
}

/** Returns the elements that React Router renders, with more properties on their `<link>`s. */
function mapLinks(node: ReactNode, getProps: (link: LinkProps) => LinkProps): ReactNode {
	if (Array.isArray(node)) return node.map((child) => mapLinks(child, getProps));
	if (!isValidElement<LinkProps>(node)) return node;
	if (node.type === 'link') return cloneElement(node, getProps(node.props));
	if (node.type !== Fragment) return node;
	const children = [node.props.children].flat().map((child) => mapLinks(child, getProps));
	return cloneElement(node, undefined, ...children);
}
