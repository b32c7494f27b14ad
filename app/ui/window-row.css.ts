import { globalStyle } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { color } from './theme/tokens.css.ts';

export const row = kitStyle({ display: 'flex', flexWrap: 'wrap', gap: '4px', minHeight: '13px' });
globalStyle(
	`${row} > *`,
	inKit({ flex: 'none', width: '8px', height: '13px', borderRadius: '4px 4px 1.5px 1.5px' }),
);
globalStyle(`${row} > i`, inKit({ backgroundImage: color.paneLit, boxShadow: color.paneLitRing }));
globalStyle(`${row} > b`, inKit({ backgroundImage: color.paneHalf, boxShadow: color.paneHalfRing }));
globalStyle(`${row} > s`, inKit({ border: `1px dashed ${color.lanternText}` }));
