import { globalStyle, style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({ paddingBlock: space[4] });
export const screenOnly = style({ '@media': { print: { display: 'none' } } });
/**
 * A group: the link of its table, its seats, and what the storyteller hands over. On a wide screen the seats are on the
 * left. On paper each group has its own page.
 */
export const table = style({
	...asStack(space[4]),
	marginTop: space[5],
	'@media': {
		[media.md]: {
			columnGap: space[5],
			gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
			gridTemplateRows: 'auto auto 1fr',
			gridTemplateAreas: '"head head" "seats session" "seats copies"',
		},
		print: {
			display: 'block',
			breakAfter: 'page',
			margin: 0,
			border: 0,
			boxShadow: 'none',
			selectors: { '&:last-child': { breakAfter: 'auto' } },
		},
	},
});
export const head = style({ '@media': { [media.md]: { gridArea: 'head' } } });
export const session = style({ ...asStack(space[4]), '@media': { [media.md]: { gridArea: 'session' } } });
export const seating = style({ '@media': { [media.md]: { gridArea: 'seats' } } });
/** Two columns on a screen, one on paper. */
export const seats = style({
	columns: '2 120px',
	columnGap: space[6],
	marginTop: space[2],
	paddingLeft: space[6],
	'@media': { print: { columns: 1, fontSize: fontSize.card } },
});
export const seat = style({
	breakInside: 'avoid',
	paddingBottom: '4px',
	'@media': { print: { paddingBottom: space[2] } },
});
export const name = style({ overflowWrap: 'anywhere', fontWeight: 600 });
export const paperOnly = style({ display: 'none', '@media': { print: { display: 'block' } } });
export const copies = style({
	...asStack(space[4]),
	alignContent: 'start',
	'@media': { [media.md]: { gridArea: 'copies' } },
});
export const copy = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	alignItems: 'start',
	gap: `0 ${space[2]}`,
});
export const actions = style(asWrappingRow(space[3]));
export const texts = style({ selectors: { '&[open]': asStack(space[4]) } });

// The dark theme has a dark page with light text, and below it the browser's own dark background.
globalStyle('html, body', { '@media': { print: { background: 'none' } } });
globalStyle(':root.dark', { '@media': { print: { colorScheme: 'light' } } });
globalStyle(`${page} *`, { '@media': { print: { color: 'black', background: 'none' } } });
