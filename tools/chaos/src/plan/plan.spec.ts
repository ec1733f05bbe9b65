import { describe, expect, it } from '@jest/globals';
import { kinds } from '../faults/kinds.js';
import { planCells, toWaves } from './plan.js';

const plan = (cells: number, seed = 1) => planCells({ cells, seed, kinds });

describe('the plan of a run', () => {
  it('covers every kind before any comes again', () => {
    const names = plan(kinds.length * 2 + 5).map(({ kind }) => kind.name);
    const counts = kinds.map(({ name }) => names.filter((one) => one === name).length);
    expect(Math.min(...counts)).toBe(2);
    expect(Math.max(...counts)).toBe(3);
  });

  it('is the same for the same seed and another one for another', () => {
    expect(plan(60, 5)).toEqual(plan(60, 5));
    expect(plan(60, 5)).not.toEqual(plan(60, 6));
  });

  it('gives a kind the circumstance it needs, and numbers from 1', () => {
    const cells = plan(kinds.length);
    expect(cells.map(({ number }) => number)).toEqual(cells.map((_, index) => index + 1));
    for (const { kind, circumstance } of cells.filter(({ kind: { needs } }) => needs))
      expect(circumstance).toBe(kind.needs);
    expect(new Set(cells.map(({ circumstance }) => circumstance)).size).toBe(7);
  });

  it('lets three cells settle together, and all sign-ups', () => {
    const waves = toWaves(plan(60));
    expect(waves.flat()).toEqual(plan(60));
    const signUps = waves.filter((wave) => wave.some(({ circumstance }) => circumstance === 'sign-up'));
    expect(signUps).toHaveLength(1);
    expect(signUps[0]!.every(({ circumstance }) => circumstance === 'sign-up')).toBe(true);
    for (const wave of waves) if (wave !== signUps[0]) expect(wave.length).toBeLessThanOrEqual(3);
  });
});
