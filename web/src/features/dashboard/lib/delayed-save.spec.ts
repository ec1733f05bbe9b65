import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DelayedSave } from './delayed-save';

describe('a delayed save', () => {
  const save = jest.fn();
  const create = () => new DelayedSave<string>(1_000, save);

  beforeEach(() => {
    jest.useFakeTimers();
    save.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('comes so long after the last edit, with the newest value, once', () => {
    const delayed = create();
    delayed.edit('2');
    jest.advanceTimersByTime(999);
    delayed.edit('25');
    jest.advanceTimersByTime(999);
    expect(save).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(save.mock.calls).toEqual([['25']]);
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('is made at once when one leaves, and not a second time', () => {
    const delayed = create();
    delayed.edit('25');
    delayed.flush();
    expect(save.mock.calls).toEqual([['25']]);
    delayed.flush();
    jest.advanceTimersByTime(10_000);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('can be made in another way by who leaves', () => {
    const delayed = create();
    const keepalive = jest.fn();
    delayed.flush(keepalive);
    expect(keepalive).not.toHaveBeenCalled();
    delayed.edit('25');
    delayed.flush(keepalive);
    expect(keepalive.mock.calls).toEqual([['25']]);
    expect(save).not.toHaveBeenCalled();
  });

  it('saves an edit that is made while another is being saved', () => {
    const delayed = create();
    delayed.edit('25');
    jest.advanceTimersByTime(1_000);
    delayed.edit('30');
    jest.advanceTimersByTime(1_000);
    expect(save.mock.calls).toEqual([['25'], ['30']]);
  });
});
