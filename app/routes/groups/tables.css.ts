import { globalStyle, style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style(inKit({ paddingBlock: space[4] }));
export const screenOnly = style({ '@media': { print: { display: 'none' } } });
/** A group: its seats, and beside them what the storyteller copies. On paper each has its own page. */
export const table = style(
	inKit({
		...asStack(space[5]),
		marginTop: space[5],
		'@media': {
			[media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
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
export const seats = style(
	inKit({
		display: 'grid',
		gap: space[2],
		marginTop: space[4],
		paddingLeft: space[6],
		'@media': { print: { fontSize: fontSize.card } },
	}),
);
export const name = style(inKit({ overflowWrap: 'anywhere', fontWeight: 600 }));
export const paperOnly = style({ display: 'none', '@media': { print: { display: 'block' } } });
export const copies = style(inKit({ ...asStack(space[4]), alignContent: 'start' }));
export const actions = style(inKit({ ...asWrappingRow(space[2]), marginTop: space[2] }));
export const note = style(inKit({ color: color.muted }));

// The dark theme has a dark page with light text, and below it the browser's own dark background.
globalStyle('html, body', { '@media': { print: { background: 'none' } } });
globalStyle(':root.dark', { '@media': { print: { colorScheme: 'light' } } });
globalStyle(`${page} *`, { '@media': { print: { color: 'black', background: 'none' } } });
