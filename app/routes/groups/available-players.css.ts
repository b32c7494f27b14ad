import { style } from '@vanilla-extract/css';
import { asRow } from '~/app/ui/theme/recipes.ts';
import { color, easing, fontSize, motion, mutedText, strongText } from '~/app/ui/theme/tokens.css.ts';

export const card = style({
	selectors: {
		'&[data-over]': { outline: `2px solid ${color.lanternEdge}`, outlineOffset: '2px' },
	},
});
export const head = style({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	justifyContent: 'space-between',
	gap: '4px 16px',
	padding: '18px 20px 14px',
});
export const title = style({ fontSize: fontSize.section });
export const empty = style({ padding: '4px 20px 22px', color: color.muted });
export const search = style({ maxWidth: '320px', padding: '0 20px 14px' });
export const sections = style({ display: 'flex', flexWrap: 'wrap', borderTop: `1px solid ${color.line}` });
/** The sections are side by side as they fit; one with many players has a separate row. */
export const section = style({
	flex: '1 1 240px',
	minWidth: 0,
	padding: '8px 18px 16px',
	boxShadow: `-1px -1px 0 ${color.line}`,
	selectors: { '&[data-many]': { flexBasis: '100%' } },
});
export const summary = style({
	...asRow('8px'),
	minHeight: '44px',
	...strongText,
});
export const count = style({ fontWeight: 500, color: color.muted });
export const chevron = style({
	marginLeft: 'auto',
	color: color.muted,
	transition: `transform ${motion.calm} ${easing}`,
	selectors: { 'details[open] > summary &': { transform: 'rotate(180deg)' } },
});
export const list = style({
	display: 'grid',
	gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
	gap: '8px',
	paddingTop: '4px',
});
export const emptySection = style({ padding: '4px 0 6px', ...mutedText });
