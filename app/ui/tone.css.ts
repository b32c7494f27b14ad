import { styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { dress, families } from './theme/tones.css.ts';

export const tint = styleVariants(families, (family) => inKit({ color: family.text }));

/** A family's colours and edge; the wearer says the edge's width, and never `border` itself. */
export const dressed = styleVariants(families, (_family, tone) => inKit(dress(tone)));
