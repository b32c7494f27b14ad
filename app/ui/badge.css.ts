import { styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asInlineRow } from './theme/recipes.ts';
import { radius, strongText } from './theme/tokens.css.ts';
import { families, toToneStyle } from './theme/tones.css.ts';

export const badge = kitStyle({
	...asInlineRow('6px'),
	minHeight: '26px',
	padding: '0 10px 0 8px',
	borderWidth: '1px',
	borderRadius: radius.pill,
	...strongText,
	whiteSpace: 'nowrap',
	fontVariantNumeric: 'tabular-nums lining-nums',
});
export const bare = kitStyle({ paddingLeft: '10px' });

export const tint = styleVariants(families, (family) => inKit({ color: family.text }));

/** A family's colors and border style; the element itself sets the border's width, and never `border`. */
export const toneBox = styleVariants(families, (_family, tone) => inKit(toToneStyle(tone)));
