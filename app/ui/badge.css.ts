import { style } from '@vanilla-extract/css';
import { inKit } from './theme/layers.css.ts';
import { radius, strongText } from './theme/tokens.css.ts';

export const badge = style(
	inKit({
		display: 'inline-flex',
		alignItems: 'center',
		gap: '6px',
		minHeight: '26px',
		padding: '0 10px 0 8px',
		borderWidth: '1px',
		borderRadius: radius.pill,
		...strongText,
		whiteSpace: 'nowrap',
		fontVariantNumeric: 'tabular-nums lining-nums',
	}),
);
export const bare = style(inKit({ paddingLeft: '10px' }));
