import { kitStyle } from './theme/layers.css.ts';
import { asRow, asWrappingRow } from './theme/recipes.ts';
import { color, easing, fontSize, media, motion, radius, space } from './theme/tokens.css.ts';

export const card = kitStyle({
	position: 'relative',
	minWidth: 0,
	backgroundColor: color.surface,
	border: `1px solid ${color.line}`,
	borderRadius: radius.card,
	boxShadow: color.shadowCard,
});
export const padded = kitStyle({ padding: space[6], '@media': { [media.belowMd]: { padding: '18px' } } });
export const lifts = kitStyle({
	transitionProperty: 'transform, box-shadow',
	transitionDuration: motion.quick,
	transitionTimingFunction: easing,
	'@media': {
		'(prefers-reduced-motion: no-preference)': {
			selectors: { '&:hover': { transform: 'translateY(-2px)' } },
		},
	},
	// An open menu must cover the next card.
	selectors: { '&:has(details[open])': { transform: 'none', zIndex: 3 } },
});
/** One section of a card, separated from the next by a thin line. */
export const section = kitStyle({
	padding: `${space[6]} 28px`,
	selectors: { '& + &': { borderTop: `1px solid ${color.line}` } },
	'@media': { [media.belowMd]: { padding: '18px' } },
});
export const head = kitStyle({
	...asWrappingRow(`${space[2]} ${space[4]}`),
	justifyContent: 'space-between',
	marginBottom: space[4],
});
export const sectionHead = kitStyle({ ...asRow(space[3]), marginBottom: space[5] });
export const sectionTitle = { 2: kitStyle({ fontSize: fontSize.card }), 3: undefined };

export const emptyFrame = kitStyle({ overflow: 'hidden' });
export const emptyDrawing = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	overflow: 'hidden',
	height: '220px',
	borderRadius: `${radius.card} ${radius.card} 0 0`,
	'@media': { [media.belowMd]: { height: '150px' } },
});
export const emptyBody = kitStyle({
	display: 'grid',
	justifyItems: 'center',
	gap: space[2],
	padding: `${space[5]} 28px ${space[8]}`,
	textAlign: 'center',
});
export const emptyText = kitStyle({ maxWidth: '52ch', color: color.muted });
export const emptyAction = kitStyle({
	display: 'flex',
	flexWrap: 'wrap',
	justifyContent: 'center',
	gap: space[3],
	marginTop: space[3],
});
