import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { color, fontSize, radius, space } from '~/app/ui/theme/tokens.css.ts';

export const frame = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	display: 'flex',
	flexDirection: 'column',
	minHeight: '100dvh',
});
export const main = kitStyle({ flex: '1 0 auto', minWidth: 0 });
export const skip = kitStyle({
	position: 'absolute',
	zIndex: 50,
	top: space[2],
	left: space[4],
	padding: '12px 18px',
	borderRadius: radius.control,
	backgroundColor: color.overlay,
	color: color.text,
	fontWeight: 600,
	boxShadow: color.shadowLifted,
	selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
	// Above the page, its shadow would still be on paper.
	'@media': { print: { display: 'none' } },
});
export const waiting = kitStyle({
	position: 'fixed',
	zIndex: 55,
	top: space[4],
	left: '50%',
	transform: 'translateX(-50%)',
	padding: '10px 18px 10px 14px',
	borderRadius: radius.pill,
	backgroundColor: color.overlay,
	border: `1px solid ${color.line}`,
	boxShadow: color.shadowLifted,
	fontSize: fontSize.small,
	fontWeight: 500,
});
