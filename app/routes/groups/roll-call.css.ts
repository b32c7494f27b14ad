import { style } from '@vanilla-extract/css';
import { asCover, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	fontSize,
	media,
	radius,
	size,
	space,
	strongText,
	subtleText,
} from '~/app/ui/theme/tokens.css.ts';
import { toToneStyle } from '~/app/ui/theme/tones.css.ts';

export const page = style({ maxWidth: '848px', paddingBlock: space[4] });
export const form = style({ ...asStack(space[4]), marginTop: space[4] });
export const group = style({
	margin: 0,
	'@media': { [media.belowMd]: { padding: `${space[3]} ${space[3]} ${space[2]}` } },
});
/** Within the card instead of on its border. */
export const legend = style({ float: 'left', width: '100%', fontSize: fontSize.card, padding: 0 });
/** On a wide screen in two columns, so that the buttons are close to the name. */
export const players = style({
	clear: 'both',
	paddingTop: space[1],
	'@media': {
		[media.md]: {
			display: 'grid',
			gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
			columnGap: space[8],
			alignItems: 'start',
		},
	},
});
/** The button of the other states is at its end; what it opens is below the row. */
export const player = style({
	position: 'relative',
	...asWrappingRow('0 6px'),
	paddingRight: '40px',
	selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
	'@media': {
		[media.md]: { selectors: { '&:nth-child(2)': { borderTop: 0 } } },
	},
});
export const name = style({
	flex: '1 1 0',
	minWidth: '90px',
	...strongText,
	lineHeight: 1.2,
	overflowWrap: 'anywhere',
});
export const unmarked = style({ ...subtleText, display: 'block', lineHeight: 1.2 });
export const taken = style({ marginTop: space[4], padding: '10px 16px' });
export const state = style({ position: 'relative', ...asRow('0'), minHeight: size.target });
export const radio = style(asCover());
export const face = style({
	...asRow('0'),
	minHeight: '36px',
	padding: '0 10px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	fontSize: fontSize.small,
	fontWeight: 600,
	color: color.muted,
	whiteSpace: 'nowrap',
	selectors: {
		[`${radio}:hover + &`]: { color: color.text, backgroundColor: color.hoverGround },
		[`${radio}:focus-visible + &`]: { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
		[`${radio}:checked + &`]: toToneStyle('info'),
		[`${radio}:checked + &[data-state="present"]`]: toToneStyle('success'),
		[`${radio}:checked + &[data-state="absent"]`]: toToneStyle('danger'),
	},
});
export const more = style({ flexBasis: '100%' });
export const moreSummary = style({
	position: 'absolute',
	top: 0,
	right: 0,
	display: 'grid',
	placeItems: 'center',
	width: '36px',
	height: size.target,
	borderRadius: radius.control,
	color: color.subtle,
	selectors: { '&:hover': { color: color.text, backgroundColor: color.hoverGround } },
});
export const rare = style({ ...asWrappingRow('0 6px'), paddingBottom: space[1] });
export const winners = style({
	clear: 'both',
	...asStack(space[3]),
	paddingTop: space[2],
	'@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const actions = style(asWrappingRow(space[3]));
