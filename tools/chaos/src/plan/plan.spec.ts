import { describe, expect, it } from '@jest/globals';
import { faultKinds } from '../faults/fault-kinds.js';
import { planTrials, toBatches, toGroups } from './plan.js';

const plan = (trials: number, seed = 1) => planTrials({ trials, seed, kinds: faultKinds });

describe('planTrials', () => {
  it('uses every kind before it repeats one', () => {
    const names = plan(faultKinds.length * 2 + 5).map(({ kind }) => kind.name);
    const counts = faultKinds.map(({ name }) => names.filter((other) => other === name).length);
    expect(Math.min(...counts)).toBe(2);
    expect(Math.max(...counts)).toBe(3);
  });

  it('returns the same plan for the same seed', () => {
    expect(plan(60, 5)).toEqual(plan(60, 5));
    expect(plan(60, 5)).not.toEqual(plan(60, 6));
  });

  it('numbers trials from 1 and gives each kind the circumstance it requires', () => {
    const trials = plan(faultKinds.length);
    expect(trials.map(({ number }) => number)).toEqual(trials.map((_, index) => index + 1));
    for (const { kind, circumstance } of trials) expect(circumstance).toBe(kind.circumstance ?? circumstance);
    expect(new Set(trials.map(({ circumstance }) => circumstance)).size).toBe(21);
  });
});

describe('toGroups', () => {
  it('separates the trials that need short times, and keeps the order', () => {
    const trials = plan(faultKinds.length);
    const groups = toGroups(trials);
    expect(groups.map(({ hasShortTimes }) => hasShortTimes)).toEqual([false, true]);
    expect(groups.flatMap((group) => group.trials)).toEqual(trials);
    expect(toGroups([])).toEqual([]);
  });
});

describe('toBatches', () => {
  it('batches at most three trials, but all sign-ups together', () => {
    const batches = toBatches(plan(60));
    expect(batches.flat()).toEqual(plan(60));
    const signUps = batches.filter((batch) => batch.some(({ circumstance }) => circumstance === 'sign-up'));
    expect(signUps).toHaveLength(1);
    expect(signUps[0]!.every(({ circumstance }) => circumstance === 'sign-up')).toBe(true);
    for (const batch of batches) if (batch !== signUps[0]) expect(batch.length).toBeLessThanOrEqual(3);
  });
});
