import { type GlobalStyleRule, globalStyle } from '@vanilla-extract/css';
import { baseLayer } from './layers.css.ts';
import { color, easing, font, fontSize, motion } from './tokens.css.ts';

function base(selector: string, rule: GlobalStyleRule) {
	globalStyle(selector, { '@layer': { [baseLayer]: rule } });
}

base('*, *::before, *::after', { boxSizing: 'border-box' });
base('html', {
	WebkitTextSizeAdjust: '100%',
	textSizeAdjust: '100%',
	scrollPaddingTop: '24px',
});
base('body', {
	margin: 0,
	minHeight: '100dvh',
	position: 'relative',
	backgroundColor: color.page,
	backgroundImage: `linear-gradient(${color.pageTop}, ${color.page})`,
	backgroundSize: '100% 460px',
	backgroundRepeat: 'no-repeat',
	color: color.text,
	font: `400 ${fontSize.body}/1.5 ${font.sans}`,
	textWrap: 'pretty',
	overflowWrap: 'break-word',
	WebkitFontSmoothing: 'antialiased',
});
base('h1, h2, h3, h4', {
	margin: 0,
	fontFamily: font.serif,
	fontWeight: 500,
	letterSpacing: '-0.01em',
	lineHeight: 1.15,
	textWrap: 'balance',
	fontVariantNumeric: 'lining-nums',
});
base('h1', { fontSize: fontSize.title });
base('h2', { fontSize: fontSize.section });
base('h3', { fontSize: fontSize.card, lineHeight: 1.2 });
base('h4', { fontSize: fontSize.body, lineHeight: 1.25 });
base('p, dl, dd, figure, blockquote', { margin: 0 });
base('a', { color: 'inherit', textDecorationThickness: '1px', textUnderlineOffset: '3px' });
base('b, strong', { fontWeight: 600 });
base('small', { fontSize: fontSize.small });
base('hr', { height: '1px', margin: 0, border: 0, background: color.line });
base('img, svg', { display: 'block', maxWidth: '100%' });
base('svg', { flex: 'none' });
base('button, input, textarea, select', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' });
base('button', {
	margin: 0,
	padding: 0,
	border: 0,
	background: 'none',
	cursor: 'pointer',
	textAlign: 'inherit',
});
base('fieldset', { minWidth: 0, margin: 0, padding: 0, border: 0 });
base('legend', { padding: 0 });
base('summary', { cursor: 'pointer', listStyle: 'none' });
base('summary::-webkit-details-marker', { display: 'none' });
base('[hidden]', { display: 'none' });
base('::placeholder', { color: color.subtle, opacity: 1 });
base('::selection', { background: color.lantern, color: color.onLantern });
base(':focus-visible', { outline: `2px solid ${color.focus}`, outlineOffset: '2px' });
// It is as wide as the screen.
base('main:focus-visible', { outlineOffset: '-3px' });
base('input, textarea, select, button, a, summary', {
	transitionProperty: 'color, background-color, border-color, box-shadow, transform, opacity',
	transitionDuration: motion.quick,
	transitionTimingFunction: easing,
	WebkitTapHighlightColor: 'transparent',
});
