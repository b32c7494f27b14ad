import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect } from 'vitest';
import { createHtmlCache } from '~/app/shell/html-cache.ts';
import { CachedHtmlContext } from '~/app/ui/cached-html.tsx';

const htmlCache = createHtmlCache(1_000_000);

/**
 * Renders a page without React's own marks. Expects the server's page, whose parts are cached from one render of a test
 * file to the next, to be the one that the browser renders.
 */
export function renderPage(page: ReactNode): string {
	const { renderCached, encode } = htmlCache.startPage();
	const marked = renderToString(<CachedHtmlContext value={renderCached}>{page}</CachedHtmlContext>);
	expect(new TextDecoder().decode(encode(marked))).toBe(renderToString(page));
	return renderToStaticMarkup(page);
}
