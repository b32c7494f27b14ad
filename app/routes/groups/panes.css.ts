import { style } from '@vanilla-extract/css';
import { color } from '~/app/ui/theme/tokens.css.ts';

export const panes = style({ display: 'inline-flex', gap: '2px' });
export const pane = style({ width: '7px', height: '11px', borderRadius: '4px 4px 1px 1px' });
export const lit = style({ backgroundImage: color.paneLit });
export const dark = style({ boxShadow: `inset 0 0 0 1px ${color.windowEdge}` });
