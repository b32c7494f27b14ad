import { globalStyle, style } from '@vanilla-extract/css';
import { pairs, plainList } from '~/app/ui/layout.css.ts';
import { asInlineRow, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	font,
	fontSize,
	media,
	mutedText,
	oneLine,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';

export const page = style({ paddingBottom: space[12] });
export const stats = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
	gap: space[3],
	margin: `${space[6]} 0`,
	'@media': { [media.md]: { gap: '18px', margin: '30px 0 22px' } },
});
export const stat = style({
	display: 'grid',
	alignContent: 'space-between',
	gap: space[2],
	padding: '14px',
	'@media': { [media.md]: { padding: '18px 22px' } },
});
export const statLabel = style({ ...mutedText, fontWeight: 600 });
export const statRow = style({
	...asRow(space[2]),
	justifyContent: 'space-between',
});
export const statCount = style({ fontSize: fontSize.title, lineHeight: 1 });

export const columns = style({
	...asStack('22px'),
	alignItems: 'start',
	'@media': {
		[media.three]: { gridTemplateColumns: 'minmax(0, 1fr) 400px', gridTemplateRows: 'auto auto 1fr' },
	},
});
/** Beside all parts of the wide column; on a small screen behind the first one. */
export const side = style({ '@media': { [media.three]: { gridColumn: 2, gridRow: '1 / span 3' } } });
export const column = style(asStack('22px'));

export const note = style({
	...mutedText,
	margin: `${space[1]} 0 ${space[4]}`,
});
export const danger = style({
	...asWrappingRow(space[4]),
	justifyContent: 'space-between',
	borderColor: color.danger.line,
});
export const dangerHead = style({ fontSize: fontSize.card, color: color.text, marginBottom: space[1] });
export const dangerText = style({ flex: '1 1 260px', ...mutedText, maxWidth: '52ch' });

/** The rows of a card, separated by hairlines. */
export const rows = style([plainList]);
export const row = style({
	...asWrappingRow(`${space[1]} ${space[4]}`),
	minHeight: '64px',
	padding: `${space[2]} 0`,
	borderTop: `1px solid ${color.line}`,
});
globalStyle(`${rows}:first-child > ${row}:first-child`, { borderTop: 0 });
export const rowText = style({ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' });

export const reminders = style(asStack(space[2]));
export const ownTimes = style([pairs]);
export const quietHours = style([pairs, { rowGap: space[3] }]);
export const wholeRow = style({ gridColumn: '1 / -1' });
export const saveReminders = style({ justifySelf: 'start', marginTop: space[2] });
/** Hides parts of the form that the checkbox above makes unnecessary. */
globalStyle(`${reminders}:has([name="usesCommunityTimes"]:checked) ${ownTimes}`, { display: 'none' });
globalStyle(`${reminders}:has([name="hasQuietHours"]:not(:checked)) ${quietHours}`, { display: 'none' });

/** As wide as each other, two in a row. */
export const calendarApps = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
	gap: space[2],
	margin: `${space[3]} 0`,
});
export const calendarButtons = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: space[2],
	margin: `${space[3]} 0 ${space[2]}`,
});

export const stackForm = style(asStack(space[3]));
/** A form below a list or a notice. */
export const separate = style({ marginTop: space[4] });
export const secret = style({
	display: 'block',
	marginTop: space[2],
	padding: `${space[2]} ${space[3]}`,
	borderRadius: radius.control,
	backgroundColor: color.sunken,
	fontFamily: 'ui-monospace, monospace',
	fontSize: fontSize.small,
	overflowWrap: 'anywhere',
	userSelect: 'all',
});

export const chips = style([plainList, { display: 'flex', flexWrap: 'wrap', gap: space[2] }]);
export const listHead = style({
	fontFamily: font.sans,
	...strongText,
	letterSpacing: 'normal',
	margin: `18px 0 ${space[2]}`,
});
export const listCount = style({ fontWeight: 400, color: color.muted });
export const notes = style({ ...mutedText, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
/** A series of the regular's card, and its button at the end. */
export const regular = style({
	...asRow(space[3]),
	justifyContent: 'space-between',
	paddingBlock: space[2],
});
export const regularText = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' });

export const scripts = style({ marginTop: space[3] });

export const head = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	alignItems: 'center',
	gap: `${space[5]} 18px`,
	paddingTop: space[5],
	'@media': { [media.md]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto', gap: '30px' } },
});
/** A lit window with a round top, behind the user's avatar. */
export const headWindow = style({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	placeItems: 'center',
	overflow: 'hidden',
	width: '108px',
	height: '138px',
	margin: '6px',
	border: `1px solid ${color.windowLitEdge}`,
	borderRadius: '54px 54px 16px 16px',
	outline: `6px solid ${color.windowDark}`,
	boxShadow: color.glowWindow,
	'@media': {
		[media.md]: { width: '148px', height: '190px', borderRadius: '74px 74px 18px 18px' },
	},
});
export const headTown = style({ zIndex: -1 });
export const headFace = style({
	width: '72px',
	height: '72px',
	marginTop: '-22px',
	boxShadow: `0 0 0 4px ${color.windowLitEdge}`,
	'@media': { [media.md]: { width: '96px', height: '96px' } },
});
export const headText = style({ display: 'grid', gap: space[2], minWidth: 0, overflowWrap: 'anywhere' });
export const headRole = style({ justifySelf: 'start' });
export const headFacts = style({ color: color.muted, overflowWrap: 'anywhere' });
export const headActions = style({
	gridColumn: '1 / -1',
	display: 'grid',
	'@media': { [media.md]: { gridColumn: 'auto' } },
});
export const headForm = style({
	...asStack(space[3]),
	maxWidth: '560px',
	gridColumn: '1 / -1',
	'@media': { [media.md]: { gridColumn: '2 / -1' } },
});
export const headFormTitle = style({ fontSize: fontSize.section });
export const headFormActions = style({ display: 'flex', flexWrap: 'wrap', gap: space[3] });

export const historyRow = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr) auto',
	gridTemplateAreas: '"tile words words" "tile status view"',
	alignItems: 'center',
	columnGap: space[4],
	padding: `${space[2]} 0`,
	minHeight: '76px',
	borderTop: `1px solid ${color.line}`,
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
			gridTemplateAreas: '"tile words status view"',
		},
	},
});
/** The small version of a date tile: weekday and day. The month is beside it. */
export const historyTile = style({
	gridArea: 'tile',
	width: '48px',
	height: '58px',
	paddingTop: '4px',
	borderRadius: '24px 24px 8px 8px',
	lineHeight: 1.1,
});
globalStyle(`${historyTile} > span:nth-child(2)`, { fontSize: fontSize.card });
globalStyle(`${historyTile} > span:last-child`, { display: 'none' });
export const historyText = style({ gridArea: 'words', minWidth: 0 });
export const historyTitle = style({ ...oneLine, fontWeight: 600 });
export const historyStatus = style({ gridArea: 'status', justifySelf: 'start' });
export const historyView = style({ gridArea: 'view' });
export const historyFoot = style({
	display: 'flex',
	justifyContent: 'center',
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
});

export const userChip = style({
	...asInlineRow(space[2]),
	maxWidth: '100%',
	minHeight: '40px',
	padding: '0 12px 0 6px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.raised,
	fontSize: fontSize.small,
	selectors: { '&:has(button)': { paddingRight: '2px' } },
});
export const userChipName = style({ ...oneLine, maxWidth: '230px' });
