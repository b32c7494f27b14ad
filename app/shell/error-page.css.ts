import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

/** Inside the frame the page already has its layout; without the frame the error fills the window. */
export const standalone = kitStyle({
	position: 'relative',
	isolation: 'isolate',
	display: 'grid',
	alignItems: 'center',
	minHeight: '100dvh',
});
export const place = kitStyle({ maxWidth: '720px', paddingBlock: space[8] });
export const detail = kitStyle({ marginTop: space[2] });
