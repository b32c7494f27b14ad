import { globalStyle, style } from '@vanilla-extract/css';
import { color, fontSize, media, space } from '~/app/ui/theme/tokens.css.ts';

export const list = style({ margin: 0, padding: 0, listStyle: 'none' });
export const row = style({
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr) auto',
	gridTemplateAreas: '"tile words words" "tile status view"',
	alignItems: 'center',
	columnGap: space[4],
	padding: `${space[2]} 0`,
	minHeight: '76px',
	borderTop: `1px solid ${color.line}`,
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
			gridTemplateAreas: '"tile words status view"',
		},
	},
});
/** The small version of a date tile: weekday and day. The month is beside it. */
export const tile = style({
	gridArea: 'tile',
	width: '48px',
	height: '58px',
	paddingTop: '4px',
	borderRadius: '24px 24px 8px 8px',
	lineHeight: 1.1,
});
globalStyle(`${tile} > span:nth-child(2)`, { fontSize: fontSize.card });
globalStyle(`${tile} > span:last-child`, { display: 'none' });
export const text = style({ gridArea: 'words', minWidth: 0 });
export const title = style({
	fontWeight: 600,
	overflow: 'hidden',
	textOverflow: 'ellipsis',
	whiteSpace: 'nowrap',
});
export const status = style({ gridArea: 'status', justifySelf: 'start' });
export const view = style({ gridArea: 'view' });
export const foot = style({
	display: 'flex',
	justifyContent: 'center',
	paddingTop: '14px',
	borderTop: `1px solid ${color.line}`,
});
