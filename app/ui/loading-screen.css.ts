import { keyframes, style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color, font, fontSize, media, mutedText, space } from './theme/tokens.css.ts';

const breathe = keyframes({ '0%, 100%': { opacity: 0.72 }, '50%': { opacity: 1 } });

export const screen = style(
	inKit({
		display: 'flex',
		flexDirection: 'column',
		alignItems: 'center',
		justifyContent: 'center',
		gap: space[4],
		minHeight: '100dvh',
		padding: space[6],
		textAlign: 'center',
		backgroundColor: color.page,
		backgroundImage: `linear-gradient(${color.pageTop}, ${color.page})`,
	}),
);
export const over = style(inKit({ position: 'fixed', inset: 0, zIndex: 60, overflowY: 'auto' }));
export const bell = style(
	inKit({
		width: '58px',
		height: '70px',
		marginBottom: space[2],
		filter: `drop-shadow(0 0 24px ${color.lanternLine})`,
		animation: `${breathe} 2.4s ease-in-out infinite`,
		'@media': { [media.still]: { animation: 'none' } },
	}),
);
export const mark = style(inKit({ width: '100%', height: '100%' }));
export const heading = style(inKit({ fontSize: fontSize.section }));
export const note = style(inKit({ maxWidth: '36ch', marginTop: space[3], ...mutedText }));
export const joke = style(
	inKit({
		maxWidth: '30ch',
		minHeight: '3.9em',
		font: `400 ${fontSize.body}/1.3 ${font.serif}`,
		color: color.lanternText,
		textWrap: 'balance',
	}),
);
