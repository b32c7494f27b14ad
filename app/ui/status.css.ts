import { styleVariants } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { color } from './theme/tokens.css.ts';

/** The seven families of look.md; 'active' wears the confirmed one. */
export const families = {
	confirmed: color.confirmed,
	late: color.late,
	tentative: color.tentative,
	declined: color.declined,
	now: color.now,
	active: color.confirmed,
	cancelled: color.cancelled,
	other: color.other,
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
