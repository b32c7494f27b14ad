import { style } from '@vanilla-extract/css';
import { space } from '~/app/ui/theme/tokens.css.ts';

/** The cards keep their own heights beside the settings. */
export const recent = style({ alignContent: 'start' });
export const page = style({ display: 'grid', gap: space[6], paddingBlock: `${space[8]} ${space[8]}` });
