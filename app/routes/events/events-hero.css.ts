import { globalStyle, style } from '@vanilla-extract/css';
import { color, font, fontSize, media, size, space } from '~/app/ui/theme/tokens.css.ts';

/** The height of the navigation; the sky begins behind it. */
const nav = { small: size.navSmall, large: size.nav };

/** Three rows: the heading, the countdown, and the ground below the tower. */
export const hero = style({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	marginTop: `-${nav.small}`,
	'@media': { [media.md]: { marginTop: `-${nav.large}` } },
});
/** The picture is behind the first two rows. */
export const sky = style({ gridArea: '1 / 1 / 3 / 2' });
export const top = style({
	paddingTop: nav.small,
	'@media': { [media.md]: { paddingTop: nav.large } },
});
/** The region of the next game is two rows of the hero, without the heading. */
export const game = style({ display: 'contents' });
/** Space below the text for the bottom of the picture. */
export const skyFoot = style({
	paddingBottom: '270px',
	'@media': { [media.md]: { minHeight: '425px', paddingBottom: '180px' } },
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

export const dateAndTimes = style({
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
export const daysAndHours = style({
	gridArea: 'left',
	'@media': { [media.md]: { justifyContent: 'flex-end' } },
});
export const minutesAndSeconds = style({ gridArea: 'right' });

/** The content on the ground below the tower. View Details is drawn as the tower's door. */
export const ground = style({
	display: 'grid',
	gap: '8px',
	marginTop: '-2px',
	textAlign: 'center',
	gridTemplateAreas: '"soon" "signup" "details" "lit"',
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
			gridTemplateAreas: '"lit details soon" "signup signup signup"',
			alignItems: 'center',
			gap: `${space[5]} ${space[6]}`,
			marginTop: '4px',
		},
	},
});
export const lit = style({
	gridArea: 'lit',
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'center',
	columnGap: space[2],
	'@media': { [media.md]: { display: 'block', textAlign: 'left' } },
});
export const detailsLink = style({ gridArea: 'details' });
export const warningArea = style({ gridArea: 'soon', '@media': { [media.md]: { textAlign: 'right' } } });
export const warning = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[2],
	fontWeight: 600,
	color: color.lanternText,
});
/** Hidden on phones, where the pressed button below says the same. */
export const ownStatus = style({ display: 'none', '@media': { [media.md]: { display: 'block' } } });
export const signup = style({
	gridArea: 'signup',
	display: 'grid',
	gap: space[3],
	'@media': { [media.md]: { justifySelf: 'center', width: 'min(100%, 560px)' } },
});
/** On phones all four are in one row, with the icons above the words. */
export const signupButtons = style({
	'@media': { [media.belowMd]: { gap: '2px', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
globalStyle(`${signupButtons} > button`, {
	'@media': {
		[media.belowMd]: { flexDirection: 'column', gap: '4px', padding: '8px 0', fontSize: fontSize.small },
	},
});
export const places = style({ fontSize: fontSize.small });
