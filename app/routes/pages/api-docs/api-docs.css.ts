import { style } from '@vanilla-extract/css';
import { plainList } from '~/app/ui/layout.css.ts';
import { inKit, kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asInlineRow, asStack } from '~/app/ui/theme/recipes.ts';
import { color, font, fontSize, mutedText, radius, space } from '~/app/ui/theme/tokens.css.ts';

const mono = "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

export const group = kitStyle({ ...asStack(space[3]), scrollMarginTop: space[6] });
export const groupTitle = kitStyle({ marginTop: space[4] });
export const address = kitStyle({
	display: 'flex',
	flexWrap: 'wrap',
	alignItems: 'baseline',
	gap: `${space[1]} ${space[3]}`,
	fontFamily: mono,
	fontSize: fontSize.small,
	fontWeight: 500,
	letterSpacing: 0,
	overflowWrap: 'anywhere',
});
export const method = kitStyle({ color: color.lanternText, fontWeight: 700, minWidth: '3.6em' });
export const body = kitStyle({ ...asStack(space[4]), color: color.muted });
/** The summary of the call, below its address. */
export const summary = kitStyle({
	display: 'block',
	marginTop: space[1],
	fontFamily: font.sans,
	...mutedText,
	fontWeight: 400,
	letterSpacing: 0,
	lineHeight: 1.45,
});
export const type = kitStyle({ display: 'grid', gap: space[1] });
export const code = kitStyle({
	fontFamily: mono,
	fontSize: fontSize.small,
	color: color.text,
	overflowWrap: 'anywhere',
});
export const block = kitStyle({
	margin: 0,
	padding: space[4],
	overflowX: 'auto',
	background: color.sunken,
	border: `1px solid ${color.line}`,
	borderRadius: radius.control,
	fontFamily: mono,
	fontSize: fontSize.small,
	lineHeight: 1.6,
	color: color.text,
	whiteSpace: 'pre-wrap',
	overflowWrap: 'anywhere',
});
export const sectionLinks = style([plainList, inKit({ display: 'flex', flexWrap: 'wrap', gap: space[2] })]);
export const sectionLink = kitStyle({
	...asInlineRow('0'),
	minHeight: '44px',
	padding: `0 ${space[4]}`,
	border: `1px solid ${color.lineStrong}`,
	borderRadius: radius.pill,
	fontWeight: 600,
	textDecoration: 'none',
	selectors: { '&:hover': { background: color.hoverGround } },
});
export const steps = kitStyle({
	display: 'grid',
	gap: space[2],
	margin: 0,
	paddingLeft: '22px',
});
