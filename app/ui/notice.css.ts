import { createVar, fallbackVar, globalStyle, keyframes, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { color, easing, media, motion, radius, space } from './theme/tokens.css.ts';

export const notice = kitStyle({
	display: 'flex',
	alignItems: 'flex-start',
	gap: '14px',
	padding: '15px 20px',
	border: '1px solid',
	borderRadius: radius.notice,
	color: color.text,
});
export const tone = styleVariants({
	info: inKit({ backgroundColor: color.lanternWash, borderColor: color.lanternLine }),
	success: inKit({ backgroundColor: color.success.ground, borderColor: color.success.line }),
	error: inKit({ backgroundColor: color.danger.ground, borderColor: color.danger.line }),
});
export const icon = styleVariants({
	info: inKit({ color: color.lanternText, marginTop: '1px' }),
	success: inKit({ color: color.success.text, marginTop: '1px' }),
	error: inKit({ color: color.danger.text, marginTop: '1px' }),
});
export const body = kitStyle({ flex: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
export const title = kitStyle({ fontWeight: 600 });

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
export const floatingNotice = kitStyle({ paddingRight: '60px' });
/** A button is higher than a line of text: with less space around, the text stays beside the icon and the cross. */
export const floatingWithAction = kitStyle({ alignItems: 'center', paddingBlock: '5px' });
export const floatingAction = kitStyle({ marginLeft: space[3] });
export const floatingDismiss = kitStyle({ position: 'absolute', top: '5px', right: '6px' });

/** The browser scrolls a focused element to above the notices, also at the end of a dialog. */
const pageWithNotice = `html:has(${place}:not(:empty))`;
const dialogWithNotice = `dialog:has(${place}:not(:empty))`;
globalStyle(`${pageWithNotice}, ${dialogWithNotice}`, { scrollPaddingBottom: '160px' });
globalStyle(dialogWithNotice, { paddingBottom: '160px' });
