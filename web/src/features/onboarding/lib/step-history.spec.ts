import { describe, expect, it } from '@jest/globals';
import { INITIAL_HISTORY, planNavigation, readStepHistory } from './step-history';

describe('readStepHistory', () => {
  it('reads entries created by the wizard and no others', () => {
    expect(readStepHistory({ steps: ['start', 'delivery'] })).toEqual(['start', 'delivery']);
    for (const state of [null, undefined, 'start', {}, { steps: [] }, { steps: ['start', 'elsewhere'] }])
      expect(readStepHistory(state)).toBeNull();
  });
});

describe('planNavigation', () => {
  it('pushes the next step and goes back to an earlier one', () => {
    expect(planNavigation(INITIAL_HISTORY, 'delivery')).toEqual({
      kind: 'push',
      history: ['start', 'delivery'],
    });
    expect(planNavigation(['start', 'delivery', 'name', 'contact'], 'delivery')).toEqual({
      kind: 'go',
      delta: -2,
    });
    expect(planNavigation(['start', 'delivery'], 'delivery')).toEqual({ kind: 'stay' });
  });

  it('replaces the entry for an earlier step that is not in the history', () => {
    expect(planNavigation(['name'], 'delivery')).toEqual({ kind: 'replace', history: ['delivery'] });
    expect(planNavigation(['contact', 'security', 'daily-limit'], 'cc')).toEqual({
      kind: 'replace',
      history: ['contact', 'security', 'cc'],
    });
  });
});
