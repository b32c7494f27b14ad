import { style } from '@vanilla-extract/css';
import { color } from '~/app/ui/theme/tokens.css.ts';

export const closed = style({ fontSize: '14px', color: color.muted });
