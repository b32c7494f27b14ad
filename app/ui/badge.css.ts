import { kitStyle } from './theme/layers.css.ts';
import { radius, strongText } from './theme/tokens.css.ts';

export const badge = kitStyle({
	display: 'inline-flex',
	alignItems: 'center',
	gap: '6px',
	minHeight: '26px',
	padding: '0 10px 0 8px',
	borderWidth: '1px',
	borderRadius: radius.pill,
	...strongText,
	whiteSpace: 'nowrap',
	fontVariantNumeric: 'tabular-nums lining-nums',
});
export const bare = kitStyle({ paddingLeft: '10px' });
