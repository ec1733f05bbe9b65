import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AttemptDeadline } from './attempt-deadline.js';

describe('AttemptDeadline', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('ends an attempt whose body was not sent in time', () => {
    const { signal } = new AttemptDeadline(15_000, 90_000);
    jest.advanceTimersByTime(14_999);
    expect(signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
  });

  it('waits longer once the body was sent', () => {
    const deadline = new AttemptDeadline(15_000, 90_000);
    jest.advanceTimersByTime(10_000);
    expect(deadline.isBodySent).toBe(false);
    deadline.recordBodySent();
    jest.advanceTimersByTime(89_999);
    expect(deadline).toMatchObject({ isBodySent: true, signal: { aborted: false } });
    jest.advanceTimersByTime(1);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('ends nothing after the attempt', () => {
    const deadline = new AttemptDeadline(15_000, 90_000);
    deadline.clear();
    deadline.recordBodySent();
    jest.advanceTimersByTime(200_000);
    expect(deadline.signal.aborted).toBe(false);
  });
});
