import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { color, fontSize, space } from '~/app/ui/theme/tokens.css.ts';

export const teams = kitStyle({ display: 'grid', gap: space[2], margin: 0, fontSize: fontSize.small });
export const team = kitStyle({ color: color.muted });
export const names = kitStyle({ margin: 0, overflowWrap: 'anywhere' });
