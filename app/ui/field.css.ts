import { kitStyle } from './theme/layers.css.ts';
import { asStack } from './theme/recipes.ts';
import {
	color,
	easing,
	font,
	fontSize,
	motion,
	radius,
	size,
	space,
	strongText,
} from './theme/tokens.css.ts';

export const field = kitStyle({
	...asStack('7px'),
	alignContent: 'start',
	minWidth: 0,
});
/** A field and a button beside it. */
export const fieldRow = kitStyle({
	display: 'grid',
	gridTemplateColumns: 'minmax(0, 1fr) auto',
	gap: space[2],
	alignItems: 'start',
});
/** Aligns the button with the field, whose label is above it. */
export const besideField = kitStyle({ marginTop: '27px' });
export const label = kitStyle({ ...strongText, lineHeight: 1.4, color: color.text });
export const required = kitStyle({ color: color.danger.text });
export const error = kitStyle({
	display: 'flex',
	gap: '6px',
	alignItems: 'flex-start',
	fontSize: fontSize.small,
	fontWeight: 500,
	color: color.danger.text,
});
export const errorIcon = kitStyle({ marginTop: '2.5px' });

export const control = kitStyle({
	width: '100%',
	minWidth: 0,
	minHeight: size.field,
	padding: '0 14px',
	border: `1px solid ${color.lineStrong}`,
	borderRadius: radius.control,
	backgroundColor: color.field,
	color: color.text,
	font: `400 ${fontSize.body}/1.4 ${font.sans}`,
	selectors: {
		'&[aria-invalid="true"]': { borderColor: color.danger.text },
		'&:hover:not(:disabled)': { borderColor: color.muted },
		'&[aria-invalid="true"]:hover:not(:disabled)': { borderColor: color.danger.text },
		'&:disabled, &:read-only:not(select, [type="file"])': { borderStyle: 'dashed', color: color.muted },
		'&[type="file"]': { paddingBlock: '9px' },
	},
});
export const area = kitStyle({
	padding: '12px 14px',
	minHeight: '96px',
	resize: 'vertical',
	fieldSizing: 'content',
	maxHeight: '40rem',
});
export const controlFrame = kitStyle({ position: 'relative', display: 'grid' });
export const leading = kitStyle({
	position: 'absolute',
	left: '14px',
	top: '50%',
	transform: 'translateY(-50%)',
	color: color.subtle,
	pointerEvents: 'none',
});
export const withLeading = kitStyle({ paddingLeft: '42px' });
export const select = kitStyle({
	appearance: 'none',
	paddingRight: '42px',
	cursor: 'pointer',
	textOverflow: 'ellipsis',
});
export const chevron = kitStyle({
	position: 'absolute',
	right: '14px',
	top: '50%',
	transform: 'translateY(-50%)',
	color: color.muted,
	pointerEvents: 'none',
});

export const choice = kitStyle({
	position: 'relative',
	display: 'grid',
	gridTemplateColumns: 'auto minmax(0, 1fr)',
	columnGap: space[3],
	alignItems: 'center',
	minHeight: size.target,
	cursor: 'pointer',
	selectors: { '&:has(:disabled)': { cursor: 'not-allowed', color: color.subtle } },
});
export const choiceText = kitStyle({ display: 'grid', padding: '8px 0' });
export const choiceLabel = kitStyle({ fontSize: fontSize.body, lineHeight: 1.4 });
export const strongLabel = kitStyle({ fontWeight: 600 });
export const box = kitStyle({
	position: 'relative',
	display: 'grid',
	placeItems: 'center',
	width: '22px',
	height: '22px',
});
export const checkbox = kitStyle({
	appearance: 'none',
	width: '22px',
	height: '22px',
	margin: 0,
	border: `1.5px solid ${color.lineStrong}`,
	borderRadius: '7px',
	backgroundColor: color.field,
	cursor: 'inherit',
	selectors: {
		'&:checked': { backgroundColor: color.lantern, borderColor: color.lanternEdge },
		'&:disabled': { borderStyle: 'dashed' },
		'&[aria-invalid="true"]': { borderColor: color.danger.text },
	},
});
export const check = kitStyle({
	position: 'absolute',
	color: color.onLantern,
	pointerEvents: 'none',
	opacity: 0,
	transition: `opacity ${motion.quick} ${easing}`,
	selectors: { [`${checkbox}:checked + &`]: { opacity: 1 } },
});
export const toggle = kitStyle({
	appearance: 'none',
	position: 'relative',
	width: '44px',
	height: '26px',
	margin: 0,
	border: `1px solid ${color.lineStrong}`,
	borderRadius: radius.pill,
	backgroundColor: color.field,
	cursor: 'inherit',
	selectors: {
		'&::after': {
			content: '',
			position: 'absolute',
			top: '3px',
			left: '3px',
			width: '18px',
			height: '18px',
			borderRadius: '50%',
			backgroundColor: color.lineStrong,
			transition: `transform ${motion.quick} ${easing}, background-color ${motion.quick} ${easing}`,
		},
		'&:checked': { backgroundColor: color.lantern, borderColor: color.lanternEdge },
		'&:checked::after': { transform: 'translateX(18px)', backgroundColor: color.onLantern },
		'&:disabled': { borderStyle: 'dashed' },
	},
});
export const switchRow = kitStyle({ gridTemplateColumns: 'minmax(0, 1fr) auto' });
