import { createVar, fallbackVar, globalStyle, keyframes } from '@vanilla-extract/css';
import { kitStyle } from './theme/layers.css.ts';
import { color, easing, media, motion, radius, space } from './theme/tokens.css.ts';

/** The space below the notices. A screen sets it on <html> while a bar sticks to the viewport's bottom. */
export const noticeBottom = createVar();

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(10px)' } });

/** Above an open dialog, because without script the notices stay outside of it. */
export const place = kitStyle({
	position: 'fixed',
	zIndex: 45,
	right: space[3],
	bottom: `calc(${fallbackVar(noticeBottom, space[3])} + env(safe-area-inset-bottom))`,
	left: space[3],
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 600px)',
	justifyContent: 'center',
	pointerEvents: 'none',
	'@media': { [media.md]: { marginBottom: space[2] } },
});
/** A long notice scrolls, so that it leaves most of a small screen free. */
export const floating = kitStyle({
	position: 'relative',
	maxHeight: '40dvh',
	overflowY: 'auto',
	borderRadius: radius.notice,
	boxShadow: color.shadowLifted,
	pointerEvents: 'auto',
	animation: `${rise} ${motion.calm} ${easing}`,
	'@media': { [media.still]: { animation: 'none' } },
});
export const notice = kitStyle({ paddingRight: '60px' });
/** A button is higher than a line of text: with less space around, the text stays beside the icon and the cross. */
export const withAction = kitStyle({ alignItems: 'center', paddingBlock: '5px' });
export const action = kitStyle({ marginLeft: space[3] });
export const dismiss = kitStyle({ position: 'absolute', top: '5px', right: '6px' });

/** The browser scrolls a focused element to above the notices, also at the end of a dialog. */
const pageWithNotice = `html:has(${place}:not(:empty))`;
const dialogWithNotice = `dialog:has(${place}:not(:empty))`;
globalStyle(`${pageWithNotice}, ${dialogWithNotice}`, { scrollPaddingBottom: '160px' });
globalStyle(dialogWithNotice, { paddingBottom: '160px' });
