import { globalStyle, style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style(inKit({ paddingBlock: space[4] }));
export const screenOnly = style({ '@media': { print: { display: 'none' } } });
/**
 * A group: the link of its table, its seats, and what the storyteller hands over. On a wide screen the seats are on the
 * left. On paper each group has its own page.
 */
export const table = style(
	inKit({
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
	}),
);
export const head = style(inKit({ '@media': { [media.md]: { gridArea: 'head' } } }));
export const session = style(
	inKit({ ...asStack(space[4]), '@media': { [media.md]: { gridArea: 'session' } } }),
);
export const seating = style(inKit({ '@media': { [media.md]: { gridArea: 'seats' } } }));
export const seats = style(
	inKit({
		display: 'grid',
		gap: space[2],
		marginTop: space[2],
		paddingLeft: space[6],
		'@media': { print: { fontSize: fontSize.card } },
	}),
);
export const name = style(inKit({ overflowWrap: 'anywhere', fontWeight: 600 }));
export const paperOnly = style({ display: 'none', '@media': { print: { display: 'block' } } });
export const copies = style(
	inKit({
		...asStack(space[4]),
		alignContent: 'start',
		'@media': { [media.md]: { gridArea: 'copies' } },
	}),
);
/** The buttons are in the line of the field's end. */
export const copy = style(inKit(asStack('0')));
export const actions = style(inKit({ ...asWrappingRow(space[2]), marginTop: space[2] }));
export const note = style(inKit({ color: color.muted }));

// The dark theme has a dark page with light text, and below it the browser's own dark background.
globalStyle('html, body', { '@media': { print: { background: 'none' } } });
globalStyle(':root.dark', { '@media': { print: { colorScheme: 'light' } } });
globalStyle(`${page} *`, { '@media': { print: { color: 'black', background: 'none' } } });
