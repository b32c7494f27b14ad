import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { asRow } from './theme/recipes.ts';
import { color, easing, media, motion, radius, space } from './theme/tokens.css.ts';

export const details = style(inKit({}));
export const summary = style(
	inKit({
		...asRow(space[3]),
		minHeight: '72px',
		padding: `${space[3]} ${space[4]} ${space[3]} ${space[6]}`,
		borderRadius: radius.card,
		'@media': { [media.belowMd]: { minHeight: '64px', paddingLeft: '18px', paddingRight: '10px' } },
	}),
);
export const title = style(inKit({ flex: 1, minWidth: 0 }));
export const chevron = style(
	inKit({
		display: 'grid',
		placeItems: 'center',
		width: '44px',
		height: '44px',
		color: color.muted,
		transition: `transform ${motion.calm} ${easing}`,
		selectors: { [`${details}[open] > summary &`]: { transform: 'rotate(180deg)' } },
	}),
);
export const body = style(
	inKit({
		padding: `0 ${space[6]} ${space[6]}`,
		'@media': { [media.belowMd]: { padding: '0 18px 18px' } },
	}),
);
