import { style } from '@vanilla-extract/css';
import { asLines, asStack } from '~/app/ui/theme/recipes.ts';
import { color, space } from '~/app/ui/theme/tokens.css.ts';
import { listStatusesWith } from '~/domain/signups/statuses.ts';

export const form = style(asStack(space[4]));
/** Signup notes; their line breaks are kept. */
export const notes = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
/** The title of the dialog's event, cut after three lines. */
export const eventTitle = style({
	fontWeight: 600,
	overflowWrap: 'anywhere',
	...asLines(3),
});
/** The scripts of a library, at most a screen high. */
export const choices = style({
	...asStack(space[2]),
	maxHeight: '40vh',
	margin: 0,
	padding: 0,
	border: 0,
	overflowY: 'auto',
});
/** A search and its button. */
export const search = style({
	display: 'grid',
	gridTemplateColumns: '1fr auto',
	alignItems: 'end',
	gap: space[2],
});
/** A second form, which has nothing to do with the first. */
export const move = style({
	...asStack(space[3]),
	marginTop: space[5],
	paddingTop: space[4],
	borderTop: `1px solid ${color.line}`,
});
/** Only with a status whose users can say when they arrive. */
export const arrival = style({
	selectors: {
		[`${form}:not(:has(${listStatusesWith('arrivesLater')
			.map((status) => `[name="status"][value="${status}"]:checked`)
			.join(', ')})) &`]: { display: 'none' },
	},
});
export const time = style({ maxWidth: '180px' });
