import { keyframes } from '@vanilla-extract/css';
import { JOKE_ROTATION_MS, LOADING_AFTER_MS, STARTUP_WAIT_SECONDS } from '~/domain/limits.ts';
import { kitStyle } from './theme/layers.css.ts';
import { color, font, fontSize, media, mutedText, radius, space, strongText } from './theme/tokens.css.ts';

const breathe = keyframes({ '0%, 100%': { opacity: 0.72 }, '50%': { opacity: 1 } });

export const screen = kitStyle({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	justifyContent: 'center',
	gap: space[4],
	minHeight: '100dvh',
	padding: space[6],
	textAlign: 'center',
	backgroundColor: color.page,
	backgroundImage: `linear-gradient(${color.pageTop}, ${color.page})`,
});
export const overlay = kitStyle({ position: 'fixed', inset: 0, zIndex: 60, overflowY: 'auto' });
export const bell = kitStyle({
	width: '58px',
	height: '70px',
	marginBottom: space[2],
	filter: `drop-shadow(0 0 24px ${color.lanternLine})`,
	animation: `${breathe} 2.4s ease-in-out infinite`,
	'@media': { [media.still]: { animation: 'none' } },
});
export const mark = kitStyle({ width: '100%', height: '100%' });
export const heading = kitStyle({ fontSize: fontSize.section });
export const note = kitStyle({ maxWidth: '36ch', marginTop: space[3], ...mutedText });
export const joke = kitStyle({
	maxWidth: '30ch',
	minHeight: '3.9em',
	font: `400 ${fontSize.body}/1.3 ${font.serif}`,
	color: color.lanternText,
	textWrap: 'balance',
});

const show = keyframes({ to: { visibility: 'visible' } });
const hide = keyframes({ to: { visibility: 'hidden' } });
/** Shown after the wait, and hidden later: the page works even if a script never arrives. */
const shownWhile = `${show} 0s ${LOADING_AFTER_MS}ms forwards, ${hide} 0s ${STARTUP_WAIT_SECONDS}s forwards`;

export const slowStart = kitStyle({
	display: 'none',
	'@media': {
		'(scripting: enabled)': { display: 'flex', visibility: 'hidden', animation: shownWhile },
	},
	position: 'fixed',
	zIndex: 60,
	left: space[4],
	bottom: space[4],
	gap: space[3],
	alignItems: 'flex-start',
	maxWidth: `min(400px, calc(100vw - 2 * ${space[4]}))`,
	padding: space[4],
	border: `1px solid ${color.line}`,
	borderRadius: radius.card,
	backgroundColor: color.overlay,
	boxShadow: color.shadowLifted,
	pointerEvents: 'none',
});
export const smallMark = kitStyle({ flex: 'none', width: '29px', height: '35px' });
export const slowHeading = kitStyle(strongText);
export const slowNote = kitStyle(mutedText);
/** In the weight of the headings, because even hidden text loads its font. */
export const slowJokes = kitStyle({
	display: 'grid',
	marginTop: space[1],
	fontFamily: font.serif,
	fontWeight: 500,
	color: color.lanternText,
	textWrap: 'balance',
});
/** Shown for as long as the parent is. */
const showInside = keyframes({ to: { visibility: 'inherit' } });
export const firstJoke = kitStyle({
	gridArea: '1 / 1',
	animation: `${hide} 0s ${JOKE_ROTATION_MS}ms forwards`,
});
export const secondJoke = kitStyle({
	gridArea: '1 / 1',
	visibility: 'hidden',
	animation: `${showInside} 0s ${JOKE_ROTATION_MS}ms forwards`,
});
