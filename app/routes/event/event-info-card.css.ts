import { style } from '@vanilla-extract/css';
import { color, space } from '~/app/ui/theme/tokens.css.ts';

export const list = style({ display: 'grid', gap: '18px' });
export const item = style({
	display: 'grid',
	gridTemplateColumns: '40px minmax(0, 1fr)',
	gap: '14px',
	alignItems: 'start',
});
export const term = style({ fontSize: '13px', fontWeight: 500, color: color.subtle });
export const value = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const more = style({ display: 'block', fontSize: '14px', fontWeight: 400, color: color.muted });
export const description = style({ fontWeight: 400, whiteSpace: 'pre-line' });
export const people = style({ display: 'grid', gap: '10px', marginTop: '6px' });
export const person = style({
	display: 'flex',
	alignItems: 'center',
	gap: space[2],
	minWidth: 0,
	lineHeight: 1.2,
});
export const role = style({ display: 'block', fontSize: '13px', fontWeight: 400, color: color.muted });
export const mirror = style({
	display: 'flex',
	alignItems: 'flex-start',
	gap: space[2],
	marginTop: '20px',
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
	fontSize: '14px',
	color: color.muted,
	overflowWrap: 'anywhere',
});
