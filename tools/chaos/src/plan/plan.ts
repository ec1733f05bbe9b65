import type { Circumstance, Kind } from '../faults/fault.js';
import { Random } from './random.js';

/** One fault, the circumstances in which it comes, and the leads that are posted meanwhile. */
export interface Cell {
  /** From 1. */
  readonly number: number;
  readonly kind: Kind;
  readonly circumstance: Circumstance;
  readonly leads: number;
  /** Of the small decisions within the cell. */
  readonly seed: number;
}

export interface PlanOptions {
  readonly cells: number;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  /** Instead of a drawn one, for kinds that need none. */
  readonly circumstance?: Circumstance;
}

const freeChoice = ['plain', 'plain', 'cascade', 'standing', 'limit', 'scarce'] as const;
/** Cells that are let happen before it is waited until everything has settled. */
export const WAVE = 3;

/** Every kind comes once before any comes again. Sign-ups stand together, since each takes long to settle. */
export function planCells({ cells, seed, kinds, circumstance }: PlanOptions): Cell[] {
  const random = new Random(seed);
  const drawn: Kind[] = [];
  while (drawn.length < cells && kinds.length > 0) drawn.push(...random.shuffle(kinds));
  const chosen = drawn.slice(0, cells);
  const isSignUp = ({ needs }: Kind): boolean => needs === 'sign-up';
  return [...chosen.filter((kind) => !isSignUp(kind)), ...chosen.filter(isSignUp)].map((kind, index) => ({
    number: index + 1,
    kind,
    circumstance: kind.needs ?? circumstance ?? random.pick(freeChoice),
    leads: random.int(4, 8),
    seed: random.int(0, 2 ** 31),
  }));
}

/** Cells that settle together, so many in a wave. */
export function toWaves(cells: readonly Cell[], size = WAVE): Cell[][] {
  const waves: Cell[][] = [];
  for (const cell of cells) {
    const last = waves.at(-1);
    const isSignUp = cell.circumstance === 'sign-up';
    const joins = isSignUp ? last?.[0]?.circumstance === 'sign-up' : last !== undefined && last.length < size;
    if (joins && last) last.push(cell);
    else waves.push([cell]);
  }
  return waves;
}
