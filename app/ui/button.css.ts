import { style, styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { asInlineRow } from './theme/recipes.ts';
import { color, font, fontSize, media, radius, size, space } from './theme/tokens.css.ts';
import { families, toToneStyle } from './theme/tones.css.ts';

export const button = kitStyle({
	...asInlineRow(space[2]),
	justifyContent: 'center',
	minHeight: size.target,
	padding: '0 18px',
	border: '1px solid transparent',
	borderRadius: radius.control,
	font: `600 ${fontSize.body}/1.2 ${font.sans}`,
	textAlign: 'center',
	textDecoration: 'none',
	whiteSpace: 'nowrap',
	color: color.text,
	cursor: 'pointer',
	userSelect: 'none',
	selectors: { '&:active': { transform: 'translateY(1px)' } },
	'@media': { [media.still]: { transform: 'none' } },
});

export const large = kitStyle({
	minHeight: size.buttonLarge,
	padding: '0 26px',
	borderRadius: radius.row,
});
export const wide = kitStyle({ width: '100%' });

const hover = '&:hover:not(:disabled, [aria-disabled="true"])';

export const variant = styleVariants({
	primary: inKit({
		backgroundColor: color.lantern,
		borderColor: color.lanternEdge,
		color: color.onLantern,
		boxShadow: color.shadowLantern,
		selectors: { [hover]: { backgroundColor: color.lanternHover } },
	}),
	secondary: inKit({
		borderColor: color.lineStrong,
		selectors: { [hover]: { backgroundColor: color.hoverGround, borderColor: color.muted } },
	}),
	quiet: inKit({
		padding: '0 12px',
		color: color.muted,
		selectors: { [hover]: { color: color.text, backgroundColor: color.hoverGround } },
	}),
	link: inKit({
		minWidth: '24px',
		padding: '0 4px',
		color: color.lanternText,
		selectors: { [hover]: { textDecoration: 'underline', textUnderlineOffset: '4px' } },
	}),
	danger: inKit({
		borderColor: color.danger.line,
		color: color.danger.text,
		selectors: { [hover]: { backgroundColor: color.danger.ground } },
	}),
	dangerFinal: inKit({
		backgroundColor: color.dangerSolid,
		color: color.onDanger,
		selectors: { [hover]: { filter: 'brightness(1.08)' } },
	}),
	success: createToneVariant('success'),
	info: createToneVariant('info'),
	warning: createToneVariant('warning'),
	negative: createToneVariant('negative'),
});

function createToneVariant(tone: keyof typeof families) {
	return inKit({ ...toToneStyle(tone), selectors: { [hover]: { borderColor: families[tone].text } } });
}

/** Shown by the border and the text nearby; fading the text would lower its contrast too far. */
export const disabled = kitStyle({
	selectors: {
		'&:disabled, &[data-disabled]': {
			backgroundColor: 'transparent',
			borderColor: color.windowEdge,
			borderStyle: 'dashed',
			color: color.subtle,
			boxShadow: 'none',
			cursor: 'not-allowed',
			transform: 'none',
		},
	},
});
export const pending = kitStyle({
	opacity: 0.8,
	cursor: 'progress',
	selectors: { '&:active': { transform: 'none' } },
});
/** The idle and the pending label share one grid cell, so that the width stays the same. */
export const labels = kitStyle({ display: 'inline-grid', alignItems: 'center', justifyItems: 'center' });
export const label = kitStyle({
	...asInlineRow(space[2]),
	gridArea: '1 / 1',
	justifyContent: 'center',
});
export const hiddenLabel = style([label, inKit({ visibility: 'hidden' })]);

export const iconButton = kitStyle({
	display: 'inline-grid',
	placeItems: 'center',
	flex: 'none',
	width: size.target,
	height: size.target,
	border: '1px solid transparent',
	borderRadius: radius.control,
	color: color.muted,
	cursor: 'pointer',
	textDecoration: 'none',
	selectors: {
		[hover]: { color: color.text, backgroundColor: color.hoverGround },
		'&:disabled, &[data-disabled]': { color: color.subtle, cursor: 'not-allowed' },
	},
});
export const edged = kitStyle({ borderColor: color.line, backgroundColor: color.surface });
export const dangerIcon = kitStyle({
	color: color.danger.text,
	selectors: { [hover]: { color: color.danger.text } },
});
