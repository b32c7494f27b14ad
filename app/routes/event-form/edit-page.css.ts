import { style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import { color, media, radius, space, strongText, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const panel = style({
	...asStack(space[3]),
	justifyItems: 'start',
	borderColor: color.danger.line,
});
export const preview = style([panel, { borderColor: color.lanternEdge }]);
/** One later event, and below it what changes in it. */
export const later = style({ display: 'grid', paddingBlock: space[2], overflowWrap: 'anywhere' });
export const text = style({ color: color.muted });
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
