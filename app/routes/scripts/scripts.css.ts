import { style } from '@vanilla-extract/css';
import { kitStyle } from '~/app/ui/theme/layers.css.ts';
import { asStack } from '~/app/ui/theme/recipes.ts';
import { fontSize, space } from '~/app/ui/theme/tokens.css.ts';

export const page = style({ ...asStack(space[4]), maxWidth: '848px', paddingBlock: space[4] });
export const list = kitStyle({ display: 'grid', gap: space[5], marginTop: space[4] });
export const script = kitStyle({ display: 'grid', gap: space[2] });
export const head = kitStyle({ display: 'flex', justifyContent: 'space-between', gap: space[3] });
export const addTitle = kitStyle({ fontSize: fontSize.card, marginBottom: space[3] });
export const name = kitStyle({ fontSize: fontSize.card, overflowWrap: 'anywhere' });
export const question = kitStyle({ padding: space[2], maxWidth: '260px' });
