import { kitStyle } from './theme/layers.css.ts';
import { color } from './theme/tokens.css.ts';

export const holder = kitStyle({
	display: 'grid',
	placeItems: 'center',
	flex: 'none',
	width: '40px',
	height: '44px',
	border: `1px solid ${color.line}`,
	borderRadius: '20px 20px 8px 8px',
	backgroundColor: color.lanternWash,
	color: color.lanternText,
});
