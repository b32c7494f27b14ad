import { style } from '@vanilla-extract/css';
import { asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, media, mutedText, size, space } from '~/app/ui/theme/tokens.css.ts';

export const bar = style({
	...asStack(`${space[3]} 22px`),
	gridTemplateAreas: '"ask" "track" "actions"',
	alignItems: 'center',
	padding: space[4],
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) auto',
			gridTemplateAreas: '"ask actions" "track track"',
			padding: '16px 20px 16px 24px',
		},
		[media.three]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto',
			gridTemplateAreas: '"ask track actions"',
		},
	},
});
export const question = style({ gridArea: 'ask' });
export const full = style({ marginTop: space[1], maxWidth: '36ch', fontSize: fontSize.small });
export const track = style({ gridArea: 'track', minWidth: 0 });
export const actions = style({
	gridArea: 'actions',
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	minHeight: size.target,
});
export const kept = style({ visibility: 'hidden' });
export const action = style({ textDecoration: 'underline', textUnderlineOffset: '4px' });
export const notes = style({ flexBasis: '100%', overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
export const askLine = style({
	marginTop: space[3],
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
});
export const arrival = style({
	...asWrappingRow(`0 ${space[3]}`),
	justifyContent: 'space-between',
	marginTop: space[2],
});
/** What others see of each way out. */
export const waysOut = style({ gridColumn: '1 / -1', ...mutedText });
export const failure = style({ gridColumn: '1 / -1' });
export const closed = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	padding: '16px 24px',
});
