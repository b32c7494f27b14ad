import { style } from '@vanilla-extract/css';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const form = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] });
/** Signup notes; their line breaks are kept. */
export const notes = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
/** The title of the dialog's event, cut after three lines. */
export const eventTitle = style({
	fontWeight: 600,
	overflowWrap: 'anywhere',
	display: '-webkit-box',
	WebkitLineClamp: 3,
	WebkitBoxOrient: 'vertical',
	overflow: 'hidden',
});
