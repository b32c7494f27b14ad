import { style } from '@vanilla-extract/css';
import { color, fontSize, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const sync = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gap: space[3],
	marginTop: '20px',
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
});
export const line = style({
	display: 'flex',
	alignItems: 'center',
	gap: space[2],
	...mutedText,
	overflowWrap: 'anywhere',
});
export const small = style({ fontSize: fontSize.small });
