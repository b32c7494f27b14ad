import { style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { fontSize, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({ ...asStack(space[4]), maxWidth: '848px', paddingBlock: space[4] });
export const list = style(inKit({ display: 'grid', gap: space[5], marginTop: space[4] }));
export const script = style(inKit({ display: 'grid', gap: space[2] }));
export const head = style(inKit({ display: 'flex', justifyContent: 'space-between', gap: space[3] }));
export const addTitle = style(inKit({ fontSize: fontSize.card, marginBottom: space[3] }));
export const name = style(inKit({ fontSize: fontSize.card, overflowWrap: 'anywhere' }));
export const question = style(inKit({ padding: space[2], maxWidth: '260px' }));
