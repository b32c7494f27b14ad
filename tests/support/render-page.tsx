import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { expect } from 'vitest';
import { createHtmlKeeper } from '~/app/shell/html-keeper.ts';
import { KeptHtmlContext } from '~/app/ui/kept-html.tsx';

const htmlKeeper = createHtmlKeeper(1_000_000);

/**
 * Renders a page without React's own marks. Expects the server's page, whose parts are kept from one render of a test
 * file to the next, to be the one that the browser renders.
 */
export function renderPage(page: ReactNode): string {
	const { keep, encode } = htmlKeeper.startPage();
	const marked = renderToString(<KeptHtmlContext value={keep}>{page}</KeptHtmlContext>);
	expect(new TextDecoder().decode(encode(marked))).toBe(renderToString(page));
	return renderToStaticMarkup(page);
}
