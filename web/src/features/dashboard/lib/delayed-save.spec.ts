import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DelayedSave } from './delayed-save';

describe('DelayedSave', () => {
  const save = jest.fn();
  const create = () => new DelayedSave<string>(1_000, save);

  beforeEach(() => {
    jest.useFakeTimers();
    save.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('saves the latest edit once, after the delay', () => {
    const delayedSave = create();
    delayedSave.edit('2');
    jest.advanceTimersByTime(999);
    delayedSave.edit('25');
    jest.advanceTimersByTime(999);
    expect(save).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(save.mock.calls).toEqual([['25']]);
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('saves at once on flush, and only once', () => {
    const delayedSave = create();
    delayedSave.edit('25');
    delayedSave.flush();
    expect(save.mock.calls).toEqual([['25']]);
    delayedSave.flush();
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('flushes with another function if given', () => {
    const delayedSave = create();
    const keepalive = jest.fn();
    delayedSave.flush(keepalive);
    expect(keepalive).not.toHaveBeenCalled();
    delayedSave.edit('25');
    delayedSave.flush(keepalive);
    expect(keepalive.mock.calls).toEqual([['25']]);
    expect(save).not.toHaveBeenCalled();
  });

  it('forgets a dropped edit', () => {
    const delayedSave = create();
    delayedSave.edit('25');
    delayedSave.drop();
    delayedSave.flush();
    jest.advanceTimersByTime(10_000);
    expect(save).not.toHaveBeenCalled();
  });

  it('saves an edit made during another save', () => {
    const delayedSave = create();
    delayedSave.edit('25');
    jest.advanceTimersByTime(1_000);
    delayedSave.edit('30');
    jest.advanceTimersByTime(1_000);
    expect(save.mock.calls).toEqual([['25'], ['30']]);
  });
});
