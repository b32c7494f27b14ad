/** Returns the value at `index`, which must exist; the solver's loops never leave their tables. */
export const at = (cells: ArrayLike<number>, index: number): number => cells[index] as number;
