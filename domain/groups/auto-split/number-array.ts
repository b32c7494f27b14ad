/** Returns the value at `index`, which must exist; the solver's loops never leave their tables. */
export const getAt = (table: ArrayLike<number>, index: number): number => table[index] as number;
