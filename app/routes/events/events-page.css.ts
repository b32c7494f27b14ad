import { globalStyle, style } from '@vanilla-extract/css';
import { asInlineRow, asLines, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	digits,
	font,
	fontSize,
	media,
	radius,
	size,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const below = style({
	...asStack(space[5]),
	marginTop: space[5],
	'@media': { [media.md]: { gap: '34px', marginTop: '26px' } },
});

export const polls = style(asStack(space[2]));
export const pages = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });
/** Keeps the link to the next page at the end of the line, also without one to the previous page. */
export const next = style({ marginLeft: 'auto' });

export const past = style(asStack(space[6]));
export const search = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: space[3] });
export const searchLabel = style({
	display: 'grid',
	gap: '7px',
	flex: '1 1 240px',
	maxWidth: '480px',
	...strongText,
});
/** Looks like a field of `app/ui/field.tsx`, which the list of upcoming events does not load. */
export const searchField = style({
	width: '100%',
	minWidth: 0,
	minHeight: size.field,
	padding: '0 14px',
	border: `1px solid ${color.lineStrong}`,
	borderRadius: radius.control,
	backgroundColor: color.field,
	fontSize: fontSize.body,
	fontWeight: 400,
	selectors: { '&:hover': { borderColor: color.muted } },
});

export const countdownUnits = style({
	display: 'flex',
	justifyContent: 'space-around',
	marginTop: '22px',
	'@media': {
		[media.md]: { justifyContent: 'flex-start', gap: 'clamp(12px, 2.6vw, 34px)', marginTop: '28px' },
	},
});
export const countdownUnit = style({
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	flex: '1 0 0',
	minWidth: 'min-content',
	'@media': { [media.md]: { flex: 'none', minWidth: 'clamp(84px, 8.75vw, 112px)' } },
});
export const countdownNumber = style({
	// The width of two digits, so that nothing moves when the font arrives.
	minWidth: '1.16em',
	textAlign: 'left',
	fontFamily: font.serif,
	fontWeight: 400,
	fontSize: digits.countdown,
	lineHeight: 0.92,
	letterSpacing: '-0.02em',
	fontVariantNumeric: 'tabular-nums lining-nums',
	'@media': { [media.md]: { fontSize: digits.wideCountdown } },
});
export const countdownName = style({
	marginTop: '4px',
	fontSize: fontSize.small,
	fontWeight: 500,
	color: color.onSky,
});

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
export const heroSky = style({ gridArea: '1 / 1 / 3 / 2' });
export const heroTop = style({
	paddingTop: nav.small,
	'@media': { [media.md]: { paddingTop: nav.large } },
});
/** The region of the next game is two rows of the hero, without the heading. */
export const heroGame = style({ display: 'contents' });
/** Space below the text for the bottom of the picture. */
export const heroSkyFoot = style({
	paddingBottom: '270px',
	'@media': { [media.md]: { minHeight: '425px', paddingBottom: '180px' } },
});

export const heroHead = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'center',
	columnGap: space[4],
	paddingTop: '6px',
	'@media': { [media.md]: { paddingTop: '18px' } },
});
export const heroTools = style({ display: 'flex', gap: space[2] });
/** On a small screen the page of a new event has this link. */
export const heroWide = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const heroSubtitle = style({
	gridColumn: '1 / -1',
	marginTop: '6px',
	color: color.muted,
	maxWidth: '60ch',
});
/** Ends before the tower's flag, on a small screen before the moon. */
export const heroOnSky = style({
	color: color.onSky,
	fontSize: fontSize.small,
	maxWidth: '30ch',
	'@media': { [media.md]: { fontSize: fontSize.body, maxWidth: 'calc(50% - 60px)' } },
});

export const heroNext = style({
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
export const heroTitle = style({ gridArea: 'title', '@media': { [media.md]: { textAlign: 'right' } } });
export const heroEyebrow = style({ fontSize: fontSize.body, fontWeight: 600, color: color.lanternText });
export const heroName = style({
	marginTop: '4px',
	...asLines(3),
});
export const heroNameLink = style({
	textDecoration: 'none',
	selectors: { '&:hover': { textDecoration: 'underline' } },
});

export const heroDateAndTimes = style({
	gridArea: 'when',
	marginTop: '6px',
	fontSize: fontSize.small,
	'@media': { [media.md]: { display: 'flex', flexDirection: 'column-reverse', marginTop: 0 } },
});
export const heroDate = style({
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
export const heroComma = style({ '@media': { [media.md]: { display: 'none' } } });
export const heroTimes = style({
	'@media': { [media.md]: { fontSize: fontSize.body, fontWeight: 600, color: color.lanternText } },
});
export const heroLocalTime = style({
	display: 'block',
	color: color.onSky,
	'@media': { [media.md]: { display: 'inline', color: 'inherit' } },
});
export const heroLocalComma = style({ display: 'none', '@media': { [media.md]: { display: 'inline' } } });
export const heroDaysAndHours = style({
	gridArea: 'left',
	'@media': { [media.md]: { justifyContent: 'flex-end' } },
});
export const heroMinutesAndSeconds = style({ gridArea: 'right' });

/** The content on the ground below the tower. View Details is drawn as the tower's door. */
export const heroGround = style({
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
export const heroLit = style({
	gridArea: 'lit',
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'center',
	columnGap: space[2],
	'@media': { [media.md]: { display: 'block', textAlign: 'left' } },
});
export const heroDetailsLink = style({ gridArea: 'details' });
export const heroWarningArea = style({ gridArea: 'soon', '@media': { [media.md]: { textAlign: 'right' } } });
export const heroWarning = style({
	...asInlineRow(space[2]),
	fontWeight: 600,
	color: color.lanternText,
});
/** Hidden on phones, where the pressed button below says the same. */
export const heroOwnStatus = style({ display: 'none', '@media': { [media.md]: { display: 'block' } } });
export const heroSignup = style({
	gridArea: 'signup',
	display: 'grid',
	gap: space[3],
	'@media': { [media.md]: { justifySelf: 'center', width: 'min(100%, 560px)' } },
});
/** On phones all four are in one row, with the icons above the words. */
export const heroSignupButtons = style({
	'@media': { [media.belowMd]: { gap: '2px', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
});
globalStyle(`${heroSignupButtons} > button`, {
	'@media': {
		[media.belowMd]: { flexDirection: 'column', gap: '4px', padding: '8px 0', fontSize: fontSize.small },
	},
});
export const heroPlaces = style({ fontSize: fontSize.small });

export const gridHead = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	marginBottom: space[2],
	'@media': { [media.md]: { marginBottom: '18px' } },
});
export const gridTools = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	gap: `0 ${space[5]}`,
});
/** A large target in a line of text. */
export const gridPast = style({ marginBlock: '-10px' });
/** Hidden on phones, where the rows say whose times they show. */
export const gridZones = style({ '@media': { [media.one]: { display: 'none' } } });

export const gridCards = style({ '@media': { [media.one]: { gap: space[2] } } });
/** The heading of a week, on phones: the columns of larger screens would have a gap before each one. */
export const gridWeek = style({
	'@media': {
		[media.one]: { marginTop: space[1], font: `600 ${fontSize.small}/1.4 ${font.sans}`, color: color.muted },
		[media.two]: { display: 'none' },
	},
});
/** The heading of a month of past events. */
export const gridMonth = style({
	gridColumn: '1 / -1',
	fontSize: fontSize.card,
	selectors: { '&:not(:first-child)': { marginTop: space[3] } },
});
