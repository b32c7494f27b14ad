import { globalLayer, type StyleRule } from '@vanilla-extract/css';

/** Two layers below every screen's own styles, so that a class given to a kit component always wins. */
export const baseLayer = globalLayer('base');
const kitLayer = globalLayer('kit');

/** Puts one rule of the kit into its layer. */
export function inKit(rule: StyleRule): StyleRule {
	return { '@layer': { [kitLayer]: rule } };
}
