import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color, font, fontSize, mutedText, oneLine, strongText, subtleText } from './theme/tokens.css.ts';

export const muted = style(inKit({ color: color.muted }));
export const subtle = style(inKit({ color: color.subtle }));
export const mutedSmall = style(inKit(mutedText));
export const subtleSmall = style(inKit(subtleText));
export const strongSmall = style(inKit(strongText));
export const cardTitle = style(inKit({ fontSize: fontSize.card }));
export const strong = style(inKit({ fontWeight: 600 }));
export const serif = style(
	inKit({ fontFamily: font.serif, letterSpacing: '-0.01em', fontVariantNumeric: 'lining-nums' }),
);
export const tabular = style(inKit({ fontVariantNumeric: 'tabular-nums lining-nums' }));
export const ellipsis = style(inKit(oneLine));
export const twoLines = style(
	inKit({ display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical', overflow: 'hidden' }),
);
export const textLink = style(
	inKit({
		color: color.lanternText,
		fontWeight: 600,
		textDecoration: 'underline',
		// A finger needs more room than the text has; the lines stay as close as they are.
		paddingBlock: '4px',
		marginBlock: '-4px',
		selectors: { '&:hover': { color: color.text } },
	}),
);
export const hidden = style(
	inKit({
		position: 'absolute',
		width: '1px',
		height: '1px',
		margin: '-1px',
		padding: 0,
		overflow: 'hidden',
		clipPath: 'inset(50%)',
		whiteSpace: 'nowrap',
		border: 0,
	}),
);
