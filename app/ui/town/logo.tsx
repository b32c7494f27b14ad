import { useId } from 'react';
import * as css from './scene.css.ts';

/** Renders the logo. It is decorative: the word Townbell or a label is always beside it. */
export const Logo = ({ size = 'nav' }: { size?: keyof typeof css.logoMark }) => (
	<BellMark className={css.logoMark[size]} />
);

/** Renders the logo's drawing without a fixed size, 30 wide to 36 high. */
export function BellMark({ className }: { className?: string }) {
	const pane = useId();
	return (
		<svg
			className={className}
			width="30"
			height="36"
			viewBox="0 0 30 36"
			aria-hidden="true"
			focusable="false"
			dangerouslySetInnerHTML={{ __html: writeMark(pane) }}
		/>
	);
}

/** Returns the drawing as HTML: every page has it three times, and React would take longer for its elements. */
const writeMark = (pane: string): string =>
	`<defs><linearGradient id="${pane}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" class="${css.logoPaneTop}"></stop><stop offset="1" class="${css.logoPaneFoot}"></stop></linearGradient></defs>` +
	`<path d="${WINDOW}" fill="url(#${pane})"></path><path d="${BELL}" class="${css.logoBell}"></path>` +
	`<circle cx="15" cy="27.6" r="2.3" class="${css.logoBell}"></circle><path d="M15 6.5v3" class="${css.logoCrown}"></path>`;

const WINDOW = 'M2 34V15a13 13 0 0 1 26 0v19a1.6 1.6 0 0 1-1.6 1.6H3.6A1.6 1.6 0 0 1 2 34z';
const BELL =
	'M15 9.2c4.6 0 6.3 3.3 6.6 7.2.3 4.2 1 5.6 2.9 7.4.6.6.2 1.5-.6 1.5H6.1c-.8 0-1.2-.9-.6-1.5 ' +
	'1.9-1.8 2.6-3.2 2.9-7.4.3-3.9 2-7.2 6.6-7.2z';
