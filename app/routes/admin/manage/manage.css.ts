import { globalStyle, style } from '@vanilla-extract/css';
import { noticeBottom } from '~/app/ui/notice.css.ts';
import { asInlineRow, asLines, asRow, asStack, asWrappingRow } from '~/app/ui/theme/recipes.ts';
import { color, media, mutedText, radius, space, subtleText } from '~/app/ui/theme/tokens.css.ts';

export const content = style(asStack(space[4]));
export const listScope = style({
	...asWrappingRow(`0 ${space[2]}`),
	overflowWrap: 'anywhere',
});
export const tools = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: space[3] });
export const search = style({ flex: '1 1 240px' });
export const filter = style({ flex: '0 1 190px' });
export const sort = style({
	minHeight: '24px',
	marginBlock: '-3px',
	padding: 0,
	gap: '4px',
	...subtleText,
	fontWeight: 500,
	selectors: { '&:hover': { color: color.text } },
});
export const pager = style({
	...asWrappingRow(space[3]),
	justifyContent: 'space-between',
	minHeight: '44px',
});
export const pagerLinks = style({ display: 'flex', gap: space[2] });

/** The bar with the selection's count and actions; it stays visible while scrolling. */
export const bar = style({
	'@media': { [media.md]: { position: 'sticky', bottom: '-20px', zIndex: 2 } },
	...asWrappingRow(`${space[2]} ${space[3]}`),
	padding: '12px 14px',
	border: `1px solid ${color.lanternLine}`,
	borderRadius: radius.row,
	backgroundColor: color.lanternWash,
});
/** Notices are shown above the bar. */
globalStyle(`html:has(${bar})`, { '@media': { [media.md]: { vars: { [noticeBottom]: '72px' } } } });
export const barText = style({ flex: '1 1 140px', fontWeight: 600 });
export const barActions = style({
	...asWrappingRow(space[2]),
	marginLeft: 'auto',
});
export const barSelect = style({ width: '176px' });

export const user = style({
	...asRow(space[3]),
	minWidth: 0,
	textAlign: 'left',
});
export const text = style({ minWidth: 0 });
export const name = style({ fontWeight: 600, overflowWrap: 'anywhere' });
export const subtext = style({ ...mutedText, overflowWrap: 'anywhere' });
export const check = style({ display: 'inline-flex' });
export const checkHead = style({ width: '56px' });
/** Leaves space for the focus ring around a checkbox. */
export const checkCell = style({ '@media': { [media.md]: { paddingLeft: '4px' } } });
/** On a phone a row has two lines, so some cells are left out, or their text stands in another one. */
export const wideOnly = style({ '@media': { [media.belowMd]: { display: 'none' } } });
export const phoneOnly = style({ '@media': { [media.md]: { display: 'none' } } });
/** On a phone the cell has a line of its own. */
export const wholeLine = style({ '@media': { [media.belowMd]: { flexBasis: '100%' } } });
/** On a phone the cell takes what the last one of its line leaves. */
export const growing = style({ '@media': { [media.belowMd]: { flex: '1 1 40%' } } });
/** A date stays on its line; the titles beside it take as many as they need. */
export const date = style({ whiteSpace: 'nowrap' });
export const count = style({ '@media': { [media.belowMd]: asInlineRow(space[1]) } });
/** On a phone a title or a name is one line, so that a row stays low. */
export const title = style({ '@media': { [media.belowMd]: asLines(1) } });
export const roleSelect = style({ width: '146px' });
/** A hundred events scroll, so that the buttons stay in view. */
export const titles = style({
	maxHeight: '40vh',
	margin: 0,
	paddingLeft: '20px',
	overflowY: 'auto',
	overflowWrap: 'anywhere',
});
export const notes = style({
	...asLines(2),
	...mutedText,
	overflowWrap: 'anywhere',
	'@media': { [media.belowMd]: { WebkitLineClamp: 1 } },
});
/** A form whose fields are elsewhere in the page. */
export const hiddenForm = style({ display: 'none' });
