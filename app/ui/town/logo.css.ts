import { style, styleVariants } from '@vanilla-extract/css';
import { color, logo, media } from '~/app/ui/theme/tokens.css.ts';

/** The logo keeps its colors in both themes. */
export const paneTop = style({ stopColor: logo.paneTop });
export const paneFoot = style({ stopColor: logo.paneFoot });
export const bell = style({ fill: color.onWindow, stroke: 'none' });
export const crown = style({ fill: 'none', stroke: color.onWindow, strokeWidth: 2, strokeLinecap: 'round' });

const glow = `drop-shadow(0 0 22px ${logo.glow})`;

export const mark = styleVariants({
	nav: { display: 'block', flex: 'none', width: 30, height: 36 },
	signIn: {
		display: 'block',
		flex: 'none',
		width: 44,
		height: 53,
		filter: glow,
		'@media': { [media.md]: { width: 54, height: 65 } },
	},
	loading: { display: 'block', flex: 'none', width: 58, height: 70, filter: glow },
});
