import { style } from '@vanilla-extract/css';
import { asInlineRow } from '~/app/ui/theme/recipes.ts';

/** The icon stays beside the name. */
export const channel = style({ ...asInlineRow('4px'), maxWidth: '100%', overflowWrap: 'anywhere' });
