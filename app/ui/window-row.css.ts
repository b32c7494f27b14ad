import { style, styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color } from './theme/tokens.css.ts';

export const row = style(inKit({ display: 'flex', flexWrap: 'wrap', gap: '4px', minHeight: '13px' }));
export const pane = style(
	inKit({ flex: 'none', width: '8px', height: '13px', borderRadius: '4px 4px 1.5px 1.5px' }),
);
export const light = styleVariants({
	lit: inKit({ backgroundImage: color.paneLit, boxShadow: color.paneLitRing }),
	half: inKit({ backgroundImage: color.paneHalf, boxShadow: color.paneHalfRing }),
	open: inKit({ border: `1px dashed ${color.lanternText}` }),
});
