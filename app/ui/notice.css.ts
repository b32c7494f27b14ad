import { styleVariants } from '@vanilla-extract/css';
import { inKit, kitStyle } from './theme/layers.css.ts';
import { color, radius } from './theme/tokens.css.ts';

export const notice = kitStyle({
	display: 'flex',
	alignItems: 'flex-start',
	gap: '14px',
	padding: '15px 20px',
	border: '1px solid',
	borderRadius: radius.notice,
	color: color.text,
});
export const tone = styleVariants({
	info: inKit({ backgroundColor: color.lanternWash, borderColor: color.lanternLine }),
	success: inKit({ backgroundColor: color.success.ground, borderColor: color.success.line }),
	error: inKit({ backgroundColor: color.danger.ground, borderColor: color.danger.line }),
});
export const icon = styleVariants({
	info: inKit({ color: color.lanternText, marginTop: '1px' }),
	success: inKit({ color: color.success.text, marginTop: '1px' }),
	error: inKit({ color: color.danger.text, marginTop: '1px' }),
});
export const body = kitStyle({ flex: 1, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
export const title = kitStyle({ fontWeight: 600 });
