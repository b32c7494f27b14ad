import { style } from '@vanilla-extract/css';
import { inKit } from '~/app/ui/theme/layers.css.ts';
import { space } from '~/app/ui/theme/tokens.css.ts';

export const place = style(
	inKit({
		position: 'relative',
		zIndex: 4,
		selectors: { '&:not(:empty)': { paddingBlock: `${space[2]} ${space[4]}` } },
	}),
);
