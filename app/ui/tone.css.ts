import { styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { families, toToneStyle } from './theme/tones.css.ts';

export const tint = styleVariants(families, (family) => inKit({ color: family.text }));

/** A family's colors and border style; the element itself sets the border's width, and never `border`. */
export const toneBox = styleVariants(families, (_family, tone) => inKit(toToneStyle(tone)));
