import { style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { color, fontSize, space } from '~/app/ui/theme/tokens.css.ts';

export const teams = style(inKit({ display: 'grid', gap: space[2], margin: 0, fontSize: fontSize.small }));
export const team = style(inKit({ color: color.muted }));
export const names = style(inKit({ margin: 0, overflowWrap: 'anywhere' }));
