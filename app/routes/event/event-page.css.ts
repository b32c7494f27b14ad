import { globalStyle, style } from '@vanilla-extract/css';
import { asLines, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import {
	color,
	font,
	fontSize,
	media,
	mutedText,
	radius,
	size,
	space,
	subtleText,
} from '~/app/ui/theme/tokens.css.ts';

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

export const headerBanner = style({
	position: 'relative',
	isolation: 'isolate',
	height: '200px',
	marginInline: `-${space[4]}`,
	overflow: 'hidden',
	borderBottom: `1px solid ${color.line}`,
	backgroundColor: color.sunken,
	'@media': {
		[media.md]: {
			height: '300px',
			marginInline: 0,
			border: `1px solid ${color.line}`,
			borderRadius: radius.banner,
		},
	},
});
export const headerPicture = style({ width: '100%', height: '100%', objectFit: 'cover' });

export const header = style({
	gridArea: 'head',
	position: 'relative',
	marginTop: '-92px',
	'@media': {
		[media.md]: {
			display: 'flex',
			alignItems: 'flex-end',
			gap: '26px',
			marginTop: '-58px',
			paddingInlineStart: '28px',
		},
	},
});
/** A ring in the page's color separates the tile from the banner behind it. */
export const headerTile = style({
	boxShadow: `0 0 0 6px ${color.page}`,
	'@media': { [media.md]: { alignSelf: 'flex-start', marginTop: '50px' } },
});
export const headerGlowing = style({ boxShadow: `0 0 0 6px ${color.page}, ${color.glowWindow}` });
export const headerText = style({
	minWidth: 0,
	flex: 1,
	marginTop: '14px',
	'@media': { [media.md]: { marginTop: 0, paddingTop: '74px' } },
});
export const headerBadges = style({
	...asWrappingRow(space[2]),
	marginBottom: space[2],
});
export const headerTitle = style({
	overflowWrap: 'anywhere',
});
export const headerCancelled = style({
	color: color.muted,
	textDecoration: 'line-through',
	textDecorationThickness: '2px',
});
export const headerCreator = style({
	marginTop: '6px',
	color: color.muted,
	overflowWrap: 'anywhere',
	...asLines(2),
});
export const headerParts = style({ ...asWrappingRow('0 18px'), marginTop: space[1] });
export const headerPart = style({ display: 'inline-flex', alignItems: 'center', minHeight: size.target });
export const headerActions = style({
	gridArea: 'actions',
	display: 'flex',
	flexWrap: 'wrap',
	gap: space[2],
	marginTop: space[4],
	// An admin's five actions wrap into two rows, so that the title keeps its space.
	'@media': {
		[media.md]: {
			alignSelf: 'end',
			justifyContent: 'flex-end',
			maxWidth: '520px',
			margin: `${space[2]} 28px ${space[1]} 26px`,
			selectors: {
				// Below a long title, in line with it.
				[`${longTitle} &`]: { justifyContent: 'flex-start', maxWidth: 'none', marginLeft: '158px' },
			},
		},
	},
});
globalStyle(`${headerActions} > *`, { '@media': { [media.belowMd]: { flex: 1 } } });

export const createdCard = style({
	...asWrappingRow(`${space[3]} ${space[6]}`),
	justifyContent: 'space-between',
	marginTop: '18px',
	borderColor: color.lanternLine,
	backgroundColor: color.lanternWash,
	'@media': { [media.md]: { marginTop: space[6] } },
});
export const createdActions = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'flex-end',
	gap: space[3],
	minWidth: 0,
});
/** The reason, above the link that could not be copied. */
export const createdFailure = style({ flexBasis: '100%', ...mutedText });
export const createdLink = style({ flex: '1 1 280px' });

export const infoList = style({ display: 'grid', gap: '18px' });
/**
 * The icon is beside both term and value. It is inside the term, because a <dl> group allows nothing else.
 */
export const infoItem = style({ position: 'relative', minHeight: size.target, paddingLeft: '54px' });
export const infoIcon = style({ position: 'absolute', top: 0, left: 0 });
export const infoTerm = style({ ...subtleText, fontWeight: 500 });
export const infoValue = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const infoMore = style({ display: 'block', ...mutedText, fontWeight: 400 });
export const infoNeighbours = style({
	display: 'flex',
	flexWrap: 'wrap',
	gap: `0 ${space[4]}`,
	...mutedText,
	fontWeight: 400,
});
export const infoDescription = style({ fontWeight: 400, whiteSpace: 'pre-line' });
export const infoStorytellers = style({ display: 'grid', gap: '10px', marginTop: '6px' });
export const infoStoryteller = style({
	...asRow(space[2]),
	minWidth: 0,
	lineHeight: 1.2,
});
export const infoRole = style({ display: 'block', ...mutedText, fontWeight: 400 });
export const infoAddToCalendar = style({ marginTop: space[4] });

export const discussionList = style(asStack(space[5]));
export const discussionEarlierLink = style({ marginBottom: space[4] });
export const discussionEmpty = style({ padding: `${space[3]} 0`, color: color.muted });

export const comment = style({ display: 'flex', gap: '14px', minWidth: 0 });
export const discussionContent = style({ flex: 1, minWidth: 0 });
/** The line keeps its height with and without the button. */
export const discussionLine = style({
	display: 'flex',
	alignItems: 'flex-start',
	justifyContent: 'space-between',
	gap: space[3],
});
export const discussionAuthor = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	columnGap: space[2],
	minWidth: 0,
	lineHeight: 1.35,
});
export const discussionName = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const discussionBody = style({ marginTop: '4px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

/** A touch target of full height that does not increase the line height. */
export const deleteComment = style({
	minHeight: size.target,
	margin: '-11px 0',
	padding: `0 ${space[1]}`,
	border: 0,
	background: 'none',
	color: color.muted,
	font: `500 ${fontSize.small}/1.3 ${font.sans}`,
	textDecoration: 'underline',
	textUnderlineOffset: '4px',
	cursor: 'pointer',
	selectors: { '&:hover': { color: color.text } },
});
export const deleteCommentFailure = style({ marginTop: space[2] });

export const discussionForm = style({
	display: 'flex',
	gap: '14px',
	marginTop: space[6],
	paddingTop: space[5],
	borderTop: `1px solid ${color.line}`,
});
export const discussionEditor = style({
	...asStack(space[3]),
	flex: 1,
	minWidth: 0,
});
export const discussionFoot = style({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
});
