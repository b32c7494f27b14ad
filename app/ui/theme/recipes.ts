/* The sheet of the tokens cannot hold these: a style file that components import exports no functions. */

/** Children side by side, centered on their line, with `gap` between them. */
export const asRow = (gap: string) => ({ display: 'flex', alignItems: 'center', gap });
/** Children side by side, and on the next line when there is no space. */
export const asWrappingRow = (gap: string) => ({
	display: 'flex',
	flexWrap: 'wrap' as const,
	alignItems: 'center',
	gap,
});
/** Children below each other, which may be narrower than their longest word. */
export const asStack = (gap: string) => ({ display: 'grid', gap, gridTemplateColumns: 'minmax(0, 1fr)' });
/** Like `asRow`, for an element within a line. */
export const asInlineRow = (gap: string) => ({ display: 'inline-flex', alignItems: 'center', gap });
/** A text that ends with an ellipsis after some lines. */
export const asLines = (count: number) => ({
	display: '-webkit-box',
	WebkitLineClamp: count,
	WebkitBoxOrient: 'vertical' as const,
	overflow: 'hidden',
});
/** An invisible control that covers the positioned element around it, and receives its presses. */
export const asCover = () => ({
	position: 'absolute' as const,
	inset: 0,
	width: '100%',
	height: '100%',
	margin: 0,
	opacity: 0,
	cursor: 'pointer',
});
