import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color, mutedText } from './theme/tokens.css.ts';

export const counts = style(inKit({ display: 'flex', flexWrap: 'wrap', gap: '4px 14px', ...mutedText }));
export const item = style(inKit({ display: 'inline-flex', alignItems: 'center', gap: '5px' }));
export const number = style(
	inKit({ fontWeight: 600, color: color.text, fontVariantNumeric: 'tabular-nums lining-nums' }),
);
