import { style } from '@vanilla-extract/css';
import { color, fontSize } from '~/app/ui/theme/tokens.css.ts';

export const closed = style({ fontSize: fontSize.small, color: color.muted });
