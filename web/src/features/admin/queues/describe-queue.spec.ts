import { describe, expect, it } from '@jest/globals';
import {
  describeJobFailure,
  describeQueue,
  describeQueueState,
  emptyHints,
  jobOrders,
} from './describe-queue';

describe('describeQueue', () => {
  it('says what a queue carries', () => {
    expect(describeQueue('lead-router.events')).toBe('Events for lead-router');
    expect(describeQueue('billing.rpc')).toBe('Commands to billing');
  });
});

describe('describeQueueState', () => {
  it.each([
    [{ isPaused: true, workers: 2 }, 'Paused'],
    [{ isPaused: false, workers: 0 }, 'No workers'],
    [{ isPaused: false, workers: 2 }, 'Open'],
    [{ isPaused: false, workers: null }, 'Unknown'],
  ])('of %j is %s', (queue, label) => {
    expect(describeQueueState(queue).label).toBe(label);
  });
});

describe('jobOrders', () => {
  it('names the same order as the hint of an empty list', () => {
    for (const state of ['waiting', 'active'] as const)
      expect(emptyHints[state]).toContain(`the ${jobOrders[state]} first`);
  });
});

describe('describeJobFailure', () => {
  it('describes a failure, and refers to the log for an unknown one', () => {
    expect(describeJobFailure(null)).toBe('None');
    expect(describeJobFailure('process-lost')).toBe('The receiver stopped while processing it');
    expect(describeJobFailure('other')).toContain('log');
  });
});
