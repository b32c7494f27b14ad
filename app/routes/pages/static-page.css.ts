import { globalStyle, style } from '@vanilla-extract/css';
import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { color, media, space } from '~/app/ui/theme/tokens.css.ts';

/** A column of readable width. */
export const page = style({ maxWidth: '848px', paddingBlock: space[4] });
export const sections = kitStyle({
	...asStack(space[4]),
	'@media': { [media.md]: { gap: space[5] } },
});
export const facts = kitStyle({ borderColor: color.lanternLine });
export const prose = kitStyle({
	...asStack(space[3]),
	color: color.muted,
	marginTop: space[3],
});
/** Text directly below a summary. */
export const belowSummary = kitStyle({ marginTop: 0 });

globalStyle(`${prose} > ul`, { margin: 0, paddingLeft: '22px', display: 'grid', gap: space[2] });
globalStyle(`${prose} b`, { color: color.text });
globalStyle(`${prose} h3`, { color: color.text, marginTop: space[2] });
