import { style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import {
	color,
	font,
	fontSize,
	media,
	radius,
	size,
	space,
	strongText,
	subtleText,
} from '~/app/ui/theme/tokens.css.ts';

/** The form; from 1080 px its side cards are beside it. */
export const layout = style({
	...asStack(space[6]),
	alignItems: 'start',
	'@media': { [media.three]: { gridTemplateColumns: `minmax(0, 1fr) ${size.side}` } },
});
export const formColumn = style({ minWidth: 0 });
export const side = style({
	...asStack(space[6]),
	'@media': { [media.three]: { position: 'sticky', top: space[6] } },
});
/** The times are below Date & Time on a small screen and in the side column on a wide one. */
export const wideOnly = style({ display: 'none', '@media': { [media.three]: { display: 'block' } } });
export const narrowOnly = style({ '@media': { [media.three]: { display: 'none' } } });

export const refusal = style({
	...asStack(space[4]),
	borderRadius: '16px',
	selectors: { '&:not(:empty)': { marginBottom: space[5] } },
});
export const seriesNotice = style({ marginBottom: space[5] });
export const fields = style({ ...asStack('18px'), '@media': { [media.belowMd]: { gap: '14px' } } });
export const when = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: `18px ${space[4]}`,
	'@media': { [media.md]: { gridTemplateColumns: '1.15fr .85fr .8fr' } },
});
export const pair = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
	gap: `18px ${space[4]}`,
});
export const zoneAndRepeat = style([
	pair,
	{
		'@media': {
			[media.belowMd]: {
				gridTemplateColumns: 'minmax(0, .85fr) minmax(0, 1.15fr)',
				// The longer names of months need the whole width.
				selectors: { '&:has(option[value$="months"]:checked)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
			},
		},
	},
]);
/** The reason stands above the checkbox that answers it. */
export const question = style({ display: 'flex', flexDirection: 'column-reverse' });
export const minimum = style({});
/** What happens with too few players: only shown with a smallest number of players. */
export const decision = style({
	display: 'grid',
	gap: `18px ${space[4]}`,
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
	selectors: { [`${fields}:has(${minimum}:placeholder-shown) &`]: { display: 'none' } },
});
export const explanation = style({ marginTop: '-8px', gridColumn: '1 / -1' });
export const clashes = style({
	display: 'grid',
	gap: space[2],
	selectors: { '&:empty': { display: 'none' } },
});
export const date = style({ '@media': { [media.belowMd]: { gridColumn: '1 / -1' } } });
export const foot = style({
	...asRow(space[3]),
	justifyContent: 'space-between',
	paddingBlock: '18px',
});
export const cancel = style({ marginLeft: '-12px' });
export const discord = style(asStack(space[4]));

export const timesCard = style({ overflow: 'hidden' });
export const timesPicture = style({
	position: 'relative',
	isolation: 'isolate',
	height: '116px',
	borderRadius: `${radius.card} ${radius.card} 0 0`,
	overflow: 'hidden',
});
export const timesBody = style({
	padding: '16px 22px 20px',
	'@media': { [media.belowMd]: { padding: '10px 14px' } },
});
export const timesHead = style({
	...asRow(space[2]),
	justifyContent: 'space-between',
	minHeight: '28px',
});
export const timesTime = style({
	padding: '14px 0',
	selectors: {
		'&:not(:last-child)': { borderBottom: `1px solid ${color.line}` },
		'&:last-child': { paddingBottom: 0 },
	},
	'@media': {
		// The term stands beside its value.
		[media.belowMd]: { display: 'flex', gap: space[3], justifyContent: 'space-between', paddingBlock: '8px' },
	},
});
export const timesTerm = style({
	...asRow(space[2]),
	...subtleText,
	fontWeight: 500,
});
export const timesValue = style({
	marginTop: '3px',
	'@media': { [media.belowMd]: { margin: 0, textAlign: 'right' } },
	font: `500 ${fontSize.card}/1.25 ${font.serif}`,
	letterSpacing: '-0.01em',
	fontVariantNumeric: 'lining-nums tabular-nums',
});
export const timesNote = style({
	display: 'block',
	marginTop: '2px',
	font: `400 ${fontSize.small}/1.4 ${font.sans}`,
	letterSpacing: 'normal',
	color: color.muted,
	overflowWrap: 'anywhere',
});
export const timesMissing = style({
	marginTop: space[3],
	color: color.muted,
	'@media': { [media.belowMd]: { marginTop: 0 } },
});

export const panel = style({
	...asStack(space[3]),
	justifyItems: 'start',
	borderColor: color.danger.line,
});
export const preview = style([panel, { borderColor: color.lanternEdge }]);
/** One later event, and below it what changes in it. */
export const later = style({ display: 'grid', paddingBlock: space[2], overflowWrap: 'anywhere' });
export const list = style({
	...asStack(space[4]),
	width: '100%',
});
export const field = style({
	...asStack(space[2]),
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const label = style({ gridColumn: '1 / -1', ...strongText });
export const version = style({
	minWidth: 0,
	maxHeight: '12rem',
	padding: '10px 14px',
	overflowY: 'auto',
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	backgroundColor: color.sunken,
	whiteSpace: 'pre-line',
	overflowWrap: 'anywhere',
});
export const versionTitle = style({ display: 'block', ...subtleText, fontWeight: 500 });

export const statusCard = style(asStack(space[4]));
export const statusHead = style({
	...asRow(space[3]),
	justifyContent: 'space-between',
});
export const statusDetails = style({ minWidth: 0 });
export const statusForm = style({
	...asStack(space[3]),
	paddingTop: space[4],
});
