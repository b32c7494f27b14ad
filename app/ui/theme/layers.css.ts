import { globalLayer, type StyleRule, style } from '@vanilla-extract/css';

/** Two layers below every screen's own styles, so that a class given to a kit component always wins. */
export const baseLayer = globalLayer('base');
const kitLayer = globalLayer('kit');

/** Returns the rule inside the kit's layer. */
export function inKit(rule: StyleRule): StyleRule {
	return { '@layer': { [kitLayer]: rule } };
}

export function kitStyle(rule: StyleRule): string {
	return style(inKit(rule));
}
