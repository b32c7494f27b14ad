import { globalStyle } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { color } from './theme/tokens.css.ts';

export const row = kitStyle({ display: 'flex', flexWrap: 'wrap', gap: '4px', minHeight: '13px' });
globalStyle(
	`${row} > *`,
	inKit({ flex: 'none', width: '8px', height: '13px', borderRadius: '4px 4px 1.5px 1.5px' }),
);
const lit = inKit({ backgroundImage: color.paneLit, boxShadow: color.paneLitRing });
const half = inKit({ backgroundImage: color.paneHalf, boxShadow: color.paneHalfRing });
const open = inKit({ border: `1px dashed ${color.lanternText}` });
globalStyle(`${row} > i`, lit);
globalStyle(`${row} > b`, half);
globalStyle(`${row} > s`, open);
