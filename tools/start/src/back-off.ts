/** Milliseconds before the nth start after as many deaths in a row: 0.2 s, doubling, at most 10 s. */
export const backOff = (deathsInARow: number): number => Math.min(10_000, 200 * 2 ** (deathsInARow - 1));
