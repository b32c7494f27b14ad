import { globalStyle, style, styleVariants } from '@vanilla-extract/css';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { color, fontSize, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const chart = style({ display: 'block', width: '100%', height: 'auto', overflow: 'visible' });
export const line = style({
	fill: 'none',
	stroke: color.lanternEdge,
	strokeWidth: 2,
	strokeLinejoin: 'round',
});
export const area = style({ fill: color.lantern, opacity: 0.22 });
export const point = style({ fill: color.lanternEdge });
export const litWindow = style({ fill: color.lantern, stroke: color.lanternEdge });
export const darkWindow = style({ fill: color.windowDark, stroke: color.windowEdge });
export const statusFill = styleVariants(SIGNUP_LOOKS, ({ tone }) => ({ fill: color[tone].text }));
export const below = style({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'space-between',
	gap: `${space[1]} ${space[3]}`,
	marginTop: space[3],
	...mutedText,
});
export const weekday = style({ flex: 1, textAlign: 'center' });
export const legend = style({ display: 'inline-flex', alignItems: 'center', gap: '6px' });
export const swatch = style({ flex: 'none', width: '9px', height: '9px' });
export const details = style({ marginTop: space[2] });
/** Five columns in a third of the page. */
export const dense = style({});
globalStyle(`${dense} :is(th, td)`, { paddingInline: '5px', fontSize: fontSize.small, whiteSpace: 'nowrap' });
