import { style } from '@vanilla-extract/css';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, fontSize, mutedText, radius, strongText } from '~/app/ui/theme/tokens.css.ts';

export const row = style({
	...asRow('11px'),
	minWidth: 0,
	minHeight: '56px',
	padding: '5px 4px 5px 10px',
	border: `1px solid ${color.line}`,
	borderRadius: radius.row,
	backgroundColor: color.rowGround,
});
export const own = style({ borderColor: color.lanternLine, backgroundColor: color.lanternWash });
export const text = style({ flex: 1, minWidth: 0 });
const nameText = { ...strongText, lineHeight: 1.25 };
export const onlyName = style(nameText);
/** The viewer's own name, with `you` behind it. */
export const name = style({ display: 'flex', gap: '0.3em', ...nameText });
export const you = style({ flex: 'none', fontWeight: 500, color: color.muted });
export const note = style({ ...mutedText, lineHeight: 1.3 });
/** The marker of a signup that was not confirmed since the event moved. */
export const unconfirmed = style({
	...asRow('0.4em'),
	...mutedText,
	lineHeight: 1.3,
});
export const place = style({
	display: 'inline-flex',
	alignItems: 'center',
	minHeight: '32px',
	fontSize: fontSize.small,
});
export const edit = style({ margin: '-6px -2px -6px -6px' });
export const noEdit = style({ marginRight: '10px' });
