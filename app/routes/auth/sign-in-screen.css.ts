import { style } from '@vanilla-extract/css';
import { color, font, fontSize, mutedText, space } from '~/app/ui/theme/tokens.css.ts';
import { landscape } from '~/app/ui/town/places.ts';

export const page = style({
	position: 'relative',
	isolation: 'isolate',
	display: 'flex',
	flexDirection: 'column',
	justifyContent: 'flex-end',
	alignItems: 'center',
	minHeight: '100svh',
	padding: `72px ${space[4]} 0`,
	overflow: 'hidden',
	background: color.signInSky,
	'@media': {
		[landscape]: { alignItems: 'flex-start', paddingLeft: 'min(112px, 8.75vw)', paddingTop: space[12] },
	},
});

/** Avoids the tower, which is on the right on a phone; the sign-in card is on the left on a wide screen. */
export const toggle = style({
	position: 'absolute',
	top: space[3],
	left: space[3],
	'@media': { [landscape]: { top: space[5], left: 'auto', right: space[6] } },
});

/** A window's shape: below a width of 456 px the browser shrinks both radii to half the width. */
export const card = style({
	position: 'relative',
	width: '100%',
	maxWidth: 456,
	padding: '44px 22px 28px',
	border: `1px solid ${color.lanternLine}`,
	borderBottom: 0,
	borderRadius: '228px 228px 0 0',
	textAlign: 'center',
	background: color.signInCard,
	boxShadow: color.signInCardGlow,
	'@media': { [landscape]: { padding: '64px 44px 40px' } },
});

export const logo = style({ display: 'flex', justifyContent: 'center' });

export const name = style({
	margin: `${space[3]} 0 0`,
	font: `500 ${fontSize.card}/1 ${font.serif}`,
	letterSpacing: '-0.01em',
	color: color.lanternText,
});

export const title = style({
	margin: '16px 0',
	fontSize: fontSize.section,
	'@media': { [landscape]: { margin: '26px 0 22px' } },
});

export const error = style({
	gap: space[3],
	marginBottom: 14,
	padding: '12px 14px',
	textAlign: 'left',
	fontSize: fontSize.small,
});

export const reason = style({ display: 'block', color: color.muted });

export const purpose = style({ marginBottom: space[4], color: color.muted });
export const joinFirst = style({ marginBottom: space[3] });
export const note = style({ ...mutedText, marginTop: space[4] });

export const newcomers = style({
	marginTop: 18,
	padding: space[4],
	border: `1px solid ${color.line}`,
	borderRadius: '18px',
	background: color.raised,
	textAlign: 'left',
	'@media': { [landscape]: { marginTop: space[6], padding: space[5] } },
});

export const newcomersTitle = style({
	font: `600 ${fontSize.body}/1.5 ${font.sans}`,
});
export const newcomersText = style({ ...mutedText, marginTop: space[1] });
export const join = style({ justifyContent: 'space-between', marginTop: space[3] });
