import { style } from '@vanilla-extract/css';
import { color, fontSize, media, mutedText, space } from '~/app/ui/theme/tokens.css.ts';

export const when = style({
	verticalAlign: 'top',
	'@media': { [media.md]: { paddingBlock: '12px', whiteSpace: 'nowrap' } },
});
export const time = style({
	color: color.muted,
	'@media': { [media.md]: { display: 'block', fontSize: fontSize.small } },
});
/** A name breaks only when it is longer than a line. */
export const name = style({ display: 'inline-block', maxWidth: '100%', overflowWrap: 'break-word' });
export const change = style({ verticalAlign: 'top', '@media': { [media.md]: { paddingBlock: '12px' } } });
/** The grid takes its width from the table, not from its longest word. */
export const changeText = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', width: '100%' });
export const detail = style(mutedText);
export const items = style({ margin: 0, paddingLeft: '20px', display: 'grid', gap: space[2] });
export const undo = style({ marginTop: space[2] });
