import { styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asCover, asRow } from './theme/recipes.ts';
import { color, font, fontSize, media, size } from './theme/tokens.css.ts';
import { families, toToneStyle } from './theme/tones.css.ts';

export const track = kitStyle({
	display: 'grid',
	gap: '6px',
	padding: '5px',
	borderRadius: '16px',
	backgroundColor: color.sunken,
	border: `1px solid ${color.line}`,
	minWidth: 0,
});
/** 'row' shows four options per row from md on and two below; 'grid' always two, 'three' three as wide as their texts. */
export const layout = styleVariants({
	row: inKit({
		gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
		'@media': {
			[media.md]: { gridTemplateColumns: 'none', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' },
		},
	}),
	grid: inKit({ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }),
	three: inKit({ gridTemplateColumns: 'repeat(3, auto)', gap: '2px' }),
});
export const option = kitStyle({
	...asRow('8px'),
	justifyContent: 'center',
	width: '100%',
	minHeight: size.target,
	padding: '0 8px',
	border: '1px solid transparent',
	borderRadius: '11px',
	font: `600 ${fontSize.body}/1.2 ${font.sans}`,
	color: color.muted,
	cursor: 'pointer',
	selectors: {
		'&:hover': { color: color.text, backgroundColor: color.hoverGround },
	},
});
export const chosen = styleVariants(families, (_family, tone) => {
	const rule = toToneStyle(tone);
	return inKit({
		selectors: {
			'&[aria-pressed="true"], &[aria-pressed="true"]:hover': rule,
			'label:has(:checked) > &, label:has(:checked) > &:hover': rule,
		},
	});
});
export const radioLabel = kitStyle({ position: 'relative', display: 'block', minWidth: 0 });
export const radio = kitStyle(asCover());
export const radioFace = kitStyle({
	selectors: {
		[`${radio}:focus-visible + &`]: { outline: `2px solid ${color.focus}`, outlineOffset: '2px' },
	},
});
