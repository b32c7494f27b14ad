import { globalStyle, type StyleRule, style } from '@vanilla-extract/css';
import { asInlineRow, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, digits, fontSize, media, mutedText, space, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	display: 'flex',
	flexDirection: 'column',
	gap: space[4],
	padding: '22px',
	scrollMarginTop: space[6],
	'@media': { [media.belowMd]: { padding: '18px' } },
});
export const head = style({ display: 'flex', gap: space[4], alignItems: 'flex-start' });
export const headText = style({ flex: 1, minWidth: 0 });
export const title = style({ marginTop: '9px', textWrap: 'pretty', overflowWrap: 'anywhere' });
export const titleLink = style({
	textDecoration: 'none',
	selectors: { '&:hover': { textDecoration: 'underline' } },
});
export const cancelled = style({
	color: color.muted,
	textDecoration: 'line-through',
	textDecorationThickness: '1px',
	selectors: { '&:hover': { textDecoration: 'line-through underline' } },
});
/** The viewer's own group, as near to the title as the facts are to each other. */
export const ownGroup = style({ display: 'flex', gap: '10px', margin: '0 0 -9px', fontSize: fontSize.body });
export const facts = style({ display: 'grid', gap: '7px', fontSize: fontSize.body, color: color.muted });
export const fact = style({ display: 'flex', gap: '10px', alignItems: 'flex-start', minWidth: 0 });
export const factText = style({ minWidth: 0, overflowWrap: 'anywhere' });
export const factIcon = style({ marginTop: '2px', color: color.subtle });
export const eastern = style({ fontWeight: 600, color: color.text });
export const local = style({ display: 'block' });
export const description = style({ fontSize: fontSize.body, color: color.muted, overflowWrap: 'anywhere' });
export const signupCounts = style({ display: 'grid', gap: '9px' });
export const counts = style({ display: 'flex', flexWrap: 'wrap', gap: '4px 14px', ...mutedText });
export const count = style(asInlineRow('5px'));
export const number = style({
	fontWeight: 600,
	color: color.text,
	fontVariantNumeric: 'tabular-nums lining-nums',
});
export const places = style({ ...mutedText, overflowWrap: 'anywhere' });
export const creator = style({ marginTop: 'auto', ...subtleText });
export const foot = style({
	...asWrappingRow(space[2]),
	justifyContent: 'space-between',
	marginTop: `-${space[1]}`,
	paddingTop: space[4],
	borderTop: `1px solid ${color.line}`,
});
/** The viewer's own signup in words. */
export const ownStatus = style({
	...asInlineRow('5px'),
	fontWeight: 600,
	verticalAlign: 'bottom',
});
export const failure = style({ gridColumn: '1 / -1' });
/** Above the title's link, which covers a row. */
export const asks = style({
	gridColumn: '1 / -1',
	position: 'relative',
	zIndex: 1,
	marginTop: space[3],
	paddingTop: space[3],
	borderTop: `1px solid ${color.line}`,
	textAlign: 'left',
});
export const answered = style({ gridColumn: '1 / -1', marginTop: space[2], ...mutedText });

/**
 * A card that is a row on phones: tile, title, times, counts and signup. The title's link covers the row, so View
 * Details is hidden like the details themselves. On the smallest phones the signup is below the counts.
 */
const smallPhone = '(max-width: 374.98px)';
export const compact = style({
	'@media': {
		[media.one]: {
			display: 'grid',
			gridTemplateColumns: 'auto minmax(0, 1fr) auto',
			gridTemplateAreas: '"tile title title" "tile own own" "tile facts foot" "tile counts foot"',
			alignItems: 'start',
			gap: '0 10px',
			padding: '8px 10px',
		},
		[smallPhone]: {
			gridTemplateColumns: 'auto minmax(0, 1fr)',
			gridTemplateAreas: '"tile title" "tile own" "tile facts" "tile counts" "tile foot"',
		},
	},
});
/** When a happening event starts, beside its badge. */
export const badgeNote = style({
	display: 'inline-block',
	verticalAlign: 'top',
	marginLeft: '8px',
	...mutedText,
	lineHeight: '26px',
	whiteSpace: 'nowrap',
});
/** The badge that says how far away an event is; in a row the week's heading does. */
export const countdown = style({});

type Rule = Pick<StyleRule, '@media'> & Omit<Parameters<typeof globalStyle>[1], '@media' | '@supports'>;
function inRow(selector: string, rule: Rule) {
	globalStyle(`${compact} ${selector}`, { '@media': { [media.one]: rule } });
}
const HIDDEN = [
	countdown,
	description,
	creator,
	factIcon,
	`${fact} + ${fact}`,
	`${signupCounts} > div`,
	`${foot} > a:last-child`,
	'summary > svg:not(:last-child)',
];
for (const selector of HIDDEN) inRow(selector, { display: 'none' });
inRow(head, { display: 'contents' });
inRow(`${head} > time`, { gridArea: 'tile', width: '48px', height: '70px', paddingTop: '6px' });
inRow(`${head} > time > :nth-child(2)`, { fontSize: digits.smallTile });
inRow(headText, { gridArea: 'title' });
inRow(title, { marginTop: 0, fontSize: fontSize.body, letterSpacing: 0 });
inRow(`${title} > a::after`, { content: '', position: 'absolute', inset: 0 });
inRow(ownGroup, { gridArea: 'own', margin: 0, fontSize: fontSize.small });
inRow(`${ownGroup} > svg`, { display: 'none' });
inRow(facts, { gridArea: 'facts', fontSize: fontSize.small });
inRow(signupCounts, { gridArea: 'counts', display: 'block' });
inRow(counts, { gap: '0 8px' });
// The words of the counts are for screen readers only; each icon has its own shape.
inRow(`${count} > span`, { position: 'absolute', clipPath: 'inset(50%)' });
inRow(foot, { gridArea: 'foot', alignSelf: 'end', margin: `${space[1]} 0 0`, padding: 0, border: 0 });
// The roll call stands below the signup, above the link of the whole row.
inRow(foot, { flexDirection: 'column', alignItems: 'flex-end', gap: 0 });
inRow(`${foot} > a`, { position: 'relative' });
inRow(`${foot} > p`, { maxWidth: '120px', textAlign: 'right' });
inRow('details', { zIndex: 1 });
inRow('details > div', { left: 'auto', right: 0 });
globalStyle(`${compact} details > div`, { '@media': { [smallPhone]: { left: 0, right: 'auto' } } });
globalStyle(`${compact} ${foot}`, { '@media': { [smallPhone]: { alignItems: 'flex-start' } } });
inRow('summary', { gap: '4px', padding: '0 10px', fontSize: fontSize.small });
