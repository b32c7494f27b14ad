import { style } from '@vanilla-extract/css';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { media, size, space } from '~/app/ui/theme/tokens.css.ts';

export const below = style({ paddingTop: space[6] });
/** On a small screen the banner is at the very top, and the back link is in the navigation. */
export const back = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const banner = style({ '@media': { [media.md]: { marginTop: '6px' } } });
/** On a small screen the viewer's own signup is above what creators do with the event. */
export const top = style({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr)',
	gridTemplateAreas: '"head" "created" "signup" "actions"',
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr) auto',
			gridTemplateAreas: '"head actions" "created created" "signup signup"',
		},
	},
});
/** A long title has the whole width; the actions are below it. */
export const longTitle = style({
	'@media': {
		[media.md]: {
			gridTemplateColumns: 'minmax(0, 1fr)',
			gridTemplateAreas: '"head" "actions" "created" "signup"',
		},
	},
});
export const created = style({ gridArea: 'created' });
export const signup = style({
	gridArea: 'signup',
	marginTop: '18px',
	'@media': { [media.md]: { marginTop: '26px' } },
});
/** Event Info is first in the document: on a small screen it is above the signups, otherwise beside them. */
export const columns = style({
	...asStack('18px'),
	marginTop: '18px',
	alignItems: 'start',
	'@media': {
		[media.three]: {
			gridTemplateColumns: `minmax(0, 1fr) ${size.side}`,
			gridTemplateAreas: '"main side"',
			gap: space[6],
			marginTop: space[6],
		},
	},
});
/** The saved groups are above both columns; on a small screen they are between Event Info and the signups. */
export const withGroups = style({
	'@media': { [media.three]: { gridTemplateAreas: '"groups groups" "main side"' } },
});
export const groupsFirst = style({
	marginTop: space[4],
	'@media': { [media.three]: { gridArea: 'groups', marginTop: space[2] } },
});
export const groupsLast = style({ marginTop: space[12] });
export const side = style({ '@media': { [media.three]: { gridArea: 'side' } } });
export const main = style({
	...asStack('18px'),
	'@media': { [media.three]: { gridArea: 'main', gap: space[6] } },
});
