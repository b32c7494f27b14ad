import { style } from '@vanilla-extract/css';
import { color, fontSize, space } from '~/app/ui/theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: space[4], margin: 0, padding: 0, listStyle: 'none' });
export const check = style({ display: 'flex', alignItems: 'flex-start', gap: space[3], minWidth: 0 });
export const text = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const title = style({ fontWeight: 600 });
export const remedy = style({ fontSize: fontSize.small, color: color.muted });
export const note = style({ fontSize: fontSize.small, color: color.muted, marginBottom: space[4] });
