import { styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { FAMILIES, type Family } from './theme/palettes.ts';
import { color } from './theme/tokens.css.ts';

/** The families of the palettes; 'active' wears the confirmed one. */
export const families = {
	...(Object.fromEntries(FAMILIES.map((name) => [name, color[name]])) as Pick<typeof color, Family>),
	active: color.confirmed,
};

export const tint = styleVariants(families, (family) => inKit({ color: family.text }));

/** A family's colours and edge; the wearer says the edge's width, and never `border` itself. */
export const dressed = styleVariants(families, (family, name) =>
	inKit({
		color: family.text,
		backgroundColor: family.ground,
		borderColor: family.line,
		borderStyle: name === 'tentative' ? 'dashed' : 'solid',
	}),
);
