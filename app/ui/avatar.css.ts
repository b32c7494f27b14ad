import { styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { avatarBackgrounds, font, onAvatar } from './theme/tokens.css.ts';

export const avatar = kitStyle({
	position: 'relative',
	display: 'inline-grid',
	placeItems: 'center',
	flex: 'none',
	overflow: 'hidden',
	borderRadius: '50%',
	color: onAvatar,
	fontFamily: font.sans,
	fontWeight: 600,
	lineHeight: 1,
	userSelect: 'none',
});
export const background = styleVariants(
	Object.fromEntries(avatarBackgrounds.map((value, index) => [`g${index}`, value])),
	(value) => inKit({ backgroundColor: value }),
);
export const size = styleVariants({ 28: 11, 36: 14, 38: 14, 40: 15, 96: 34 }, (letter, px) =>
	inKit({ width: `${px}px`, height: `${px}px`, fontSize: `${letter}px` }),
);
/** Covers the initials, which stay visible until the image has loaded or when it fails. */
export const image = kitStyle({
	position: 'absolute',
	inset: 0,
	width: '100%',
	height: '100%',
	objectFit: 'cover',
});
