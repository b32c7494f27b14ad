import { style } from '@vanilla-extract/css';
import { plainList } from '~/app/ui/layout.css.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { asCover, asRow, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	easing,
	font,
	fontSize,
	media,
	motion,
	mutedText,
	radius,
	space,
	strongText,
} from '~/app/ui/theme/tokens.css.ts';
import { TEMPLATE_DAYS } from '~/domain/events/template-week.ts';

export const form = style(asStack(space[4]));
export const run = style({ ...asStack(space[4]), marginBottom: space[4] });
export const listHead = style({ display: 'block', marginTop: space[2] });
export const list = style({ margin: 0, paddingLeft: space[5] });

export const week = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
});
export const legend = style({ marginBottom: space[2], ...strongText });
export const tiles = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
	gap: space[2],
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '10px' } },
});
const window = {
	position: 'relative',
	display: 'flex',
	flexDirection: 'column',
	alignItems: 'center',
	gap: '3px',
	minHeight: '132px',
	padding: '30px 4px 12px',
	border: `1px solid ${color.windowEdge}`,
	borderRadius: '60px 60px 14px 14px',
	backgroundImage: `linear-gradient(${color.windowDark}, ${color.surface})`,
	color: color.muted,
	fontSize: fontSize.small,
	lineHeight: 1.25,
	textAlign: 'center',
} as const;
const light = {
	backgroundImage: color.windowLit,
	borderColor: color.windowLitEdge,
	boxShadow: color.glowWindow,
	color: color.onWindowSmall,
} as const;
export const tile = style({
	...window,
	cursor: 'pointer',
	transition: `border-color ${motion.slow} ${easing}, box-shadow ${motion.slow} ${easing}`,
	selectors: {
		'&:hover': { borderColor: color.lineStrong },
		'&:has(:checked)': light,
		'&:has(:focus-visible)': { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
	},
});
/** The checkbox covers the whole window. */
export const tileBox = style(asCover());
/** The same tile for display only, on the panel's card. */
export const previewTile = style({
	...window,
	minHeight: '172px',
	'@media': { [media.three]: { minHeight: '224px' } },
});
export const previewTileLit = style(light);
export const tileDay = style({ font: `500 ${fontSize.card}/1 ${font.serif}` });
const isLit = `${tile}:has(:checked) &, ${previewTileLit} &`;
export const tileTime = style({
	display: 'none',
	fontWeight: 600,
	selectors: { [isLit]: { display: 'block' } },
});
export const tileOff = style({ marginTop: 'auto', selectors: { [isLit]: { display: 'none' } } });

export const pair = style({
	...asStack(space[4]),
	alignItems: 'start',
	'@media': { [media.md]: { gridTemplateColumns: '200px minmax(0, 1fr)' } },
});
export const storytellers = style({ ...asStack(space[2]), minWidth: 0 });
export const chips = style([plainList, { display: 'flex', flexWrap: 'wrap', gap: space[2] }]);
export const chip = style({
	...asRow('0'),
	minWidth: 0,
	maxWidth: '100%',
	paddingLeft: '14px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.raised,
	fontSize: fontSize.small,
	fontWeight: 500,
});

export const days = style(asStack(space[2]));
/** The details of a day are visible only when the day is selected. */
export const day = style({
	display: 'none',
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	selectors: Object.fromEntries(
		TEMPLATE_DAYS.map((weekday, index) => [
			`${form}:has([name="events[${index}].enabled"]:checked) &[data-day="${weekday}"]`,
			{ display: 'block' },
		]),
	),
});
export const daySummary = style({
	...asRow(space[3]),
	justifyContent: 'space-between',
	minHeight: '48px',
	padding: `0 ${space[4]}`,
	borderRadius: radius.row,
});
export const dayText = style({ minWidth: 0, paddingBlock: space[2] });
export const dayTitle = style([mutedSmall, { display: 'block', overflowWrap: 'anywhere' }]);
export const dayMeta = style({
	...asRow(space[2]),
	flexShrink: 0,
	...mutedText,
});
export const dayBody = style({ ...asStack(space[4]), padding: `${space[2]} ${space[4]} ${space[4]}` });
export const dayPair = style({
	...asStack(space[4]),
	'@media': { [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) 180px' } },
});

export const undo = style({ marginTop: space[2] });
export const question = style({ fontWeight: 600 });
export const plannedDays = style([plainList, asStack(space[2])]);
export const plannedDay = style({
	...asStack('2px'),
	padding: `${space[3]} ${space[4]}`,
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	overflowWrap: 'anywhere',
});
