import { style } from '@vanilla-extract/css';
import { color, font, fontSize, media, size, space } from '~/app/ui/theme/tokens.css.ts';

/** The height of the navigation; the sky begins behind it. */
const nav = { small: size.navSmall, large: size.nav };

export const sky = style({
	position: 'relative',
	isolation: 'isolate',
	overflow: 'hidden',
	marginTop: `-${nav.small}`,
	paddingTop: nav.small,
	minHeight: '640px',
	'@media': { [media.md]: { marginTop: `-${nav.large}`, paddingTop: nav.large, minHeight: '600px' } },
});
/** Space below the text for the bottom of the picture. */
export const skyFoot = style({
	paddingBottom: '270px',
	'@media': { [media.md]: { paddingBottom: '180px' } },
});

export const head = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'center',
	columnGap: space[4],
	paddingTop: '6px',
	'@media': { [media.md]: { paddingTop: '18px' } },
});
export const subtitle = style({
	gridColumn: '1 / -1',
	marginTop: '6px',
	color: color.muted,
	maxWidth: '60ch',
});
/** Ends before the tower's flag, on a small screen before the moon. */
export const onSky = style({
	color: color.onSky,
	fontSize: fontSize.small,
	maxWidth: '30ch',
	'@media': { [media.md]: { fontSize: fontSize.body, maxWidth: 'calc(50% - 60px)' } },
});

export const next = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
	gridTemplateAreas: '"title title" "when when" "left right"',
	marginTop: '22px',
	textAlign: 'center',
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) clamp(120px, 14.8vw, 190px) minmax(0, 1fr)',
			gridTemplateAreas: '"title . when" "left . right"',
			alignItems: 'end',
			marginTop: '34px',
			textAlign: 'left',
		},
	},
});
export const title = style({ gridArea: 'title', '@media': { [media.md]: { textAlign: 'right' } } });
export const eyebrow = style({ fontSize: fontSize.body, fontWeight: 600, color: color.lanternText });
export const name = style({
	marginTop: '4px',
	overflow: 'hidden',
	display: '-webkit-box',
	WebkitLineClamp: 3,
	WebkitBoxOrient: 'vertical',
});
export const nameLink = style({
	textDecoration: 'none',
	selectors: { '&:hover': { textDecoration: 'underline' } },
});

export const when = style({
	gridArea: 'when',
	marginTop: '6px',
	fontSize: fontSize.small,
	'@media': { [media.md]: { display: 'flex', flexDirection: 'column-reverse', marginTop: 0 } },
});
export const date = style({
	fontWeight: 600,
	'@media': {
		[media.md]: {
			marginTop: '4px',
			fontFamily: font.serif,
			fontSize: fontSize.section,
			fontWeight: 500,
			lineHeight: 1.15,
			letterSpacing: '-0.01em',
			fontVariantNumeric: 'lining-nums',
		},
	},
});
export const comma = style({ '@media': { [media.md]: { display: 'none' } } });
export const times = style({
	'@media': { [media.md]: { fontSize: fontSize.body, fontWeight: 600, color: color.lanternText } },
});
export const localTime = style({
	display: 'block',
	color: color.onSky,
	'@media': { [media.md]: { display: 'inline', color: 'inherit' } },
});
export const localComma = style({ display: 'none', '@media': { [media.md]: { display: 'inline' } } });
export const left = style({ gridArea: 'left', '@media': { [media.md]: { justifyContent: 'flex-end' } } });
export const right = style({ gridArea: 'right' });

/** The content on the ground below the tower; View Details is the tower's door. */
export const ground = style({
	display: 'grid',
	gap: '14px',
	marginTop: '-2px',
	textAlign: 'center',
	gridTemplateAreas: '"soon" "door" "lit"',
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
			gridTemplateAreas: '"lit door soon"',
			alignItems: 'center',
			gap: space[6],
			marginTop: '4px',
		},
	},
});
export const lit = style({ gridArea: 'lit', '@media': { [media.md]: { textAlign: 'left' } } });
export const detailsLink = style({ gridArea: 'door' });
export const soon = style({ gridArea: 'soon', '@media': { [media.md]: { textAlign: 'right' } } });
export const warning = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[2],
	fontWeight: 600,
	color: color.lanternText,
});
export const status = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '5px',
	fontWeight: 600,
	verticalAlign: 'bottom',
});
