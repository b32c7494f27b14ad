import { style } from '@vanilla-extract/css';
import { color, fontSize, oneLine, radius, space } from '~/app/ui/theme/tokens.css.ts';

export const chip = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[2],
	maxWidth: '100%',
	minHeight: '40px',
	padding: '0 12px 0 6px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.pill,
	backgroundColor: color.raised,
	fontSize: fontSize.small,
	selectors: { '&:has(button)': { paddingRight: '2px' } },
});
export const name = style({ ...oneLine, maxWidth: '230px' });
