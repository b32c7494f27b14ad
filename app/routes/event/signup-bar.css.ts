import { style } from '@vanilla-extract/css';
import { media, size, space } from '~/app/ui/theme/tokens.css.ts';

export const bar = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	gridTemplateAreas: '"ask remove" "track track"',
	alignItems: 'center',
	gap: `${space[3]} 22px`,
	padding: space[4],
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto',
			gridTemplateAreas: '"ask track remove"',
			padding: '16px 20px 16px 24px',
		},
	},
});
export const question = style({ gridArea: 'ask' });
export const track = style({ gridArea: 'track', minWidth: 0 });
export const remove = style({ gridArea: 'remove', minHeight: size.target });
export const removeButton = style({ textDecoration: 'underline', textUnderlineOffset: '4px' });
export const failure = style({ gridColumn: '1 / -1' });
export const closed = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[4]}`,
	padding: '16px 24px',
});
