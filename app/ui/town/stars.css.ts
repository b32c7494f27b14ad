import { kitStyle } from '~/app/ui/theme/layers.css.ts';

export const stars = kitStyle({
	position: 'absolute',
	inset: '0 0 auto',
	zIndex: -1,
	display: 'block',
	width: '100%',
	maxWidth: 'none',
	height: 300,
	objectFit: 'cover',
	objectPosition: '50% 0',
	pointerEvents: 'none',
	'@media': { print: { display: 'none' } },
});
