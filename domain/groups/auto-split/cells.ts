/** A cell that is there: the solver's loops stay within their tables by construction. */
export const at = (cells: ArrayLike<number>, index: number): number => cells[index] as number;
