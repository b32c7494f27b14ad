import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, radius, space, strongText } from '~/app/ui/theme/tokens.css.ts';

/** What drag and drop is possible in; scrolling while dragging stops at its edges. */
export const area = style(asStack('18px'));

export const grip = style({
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '24px',
	height: '44px',
	margin: '0 -8px 0 0',
	borderRadius: radius.control,
	color: color.subtle,
	cursor: 'grab',
	touchAction: 'none',
	selectors: { '&:hover': { color: color.text } },
});
export const groupGrip = style({ width: '32px', margin: '0 -4px 0 -8px' });
/** Keeps some space for the drag handle, which has no use without script. */
export const noGrip = style({ flex: 'none', width: '6px' });

/** The element that follows the pointer while dragging. */
export const overlay = style({
	display: 'inline-flex',
	alignItems: 'center',
	gap: space[2],
	maxWidth: '260px',
	minHeight: '48px',
	padding: '0 18px 0 12px',
	border: `1px solid ${color.lanternText}`,
	borderRadius: '13px',
	backgroundColor: color.overlay,
	boxShadow: color.shadowLifted,
	color: color.text,
	...strongText,
	cursor: 'grabbing',
});
