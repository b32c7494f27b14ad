import { style } from '@vanilla-extract/css';
import { asRow, asStack } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const sync = style({
	...asStack(space[3]),
	marginTop: '20px',
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
});
export const line = style({
	...asRow(space[2]),
	...mutedText,
	overflowWrap: 'anywhere',
});
export const small = style({ fontSize: fontSize.small });
export const choices = style({ ...asStack(space[2]), marginTop: space[2] });
