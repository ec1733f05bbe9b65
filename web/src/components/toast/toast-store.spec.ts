import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { notify, notifyError, TOAST_LIMIT, TOAST_REMOVE_DELAY, toastStore } from './toast-store';

describe('the toast store', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  it('shows one at a time: the newest', () => {
    notify({ title: 'Success', description: 'first' });
    notifyError('second');
    expect(TOAST_LIMIT).toBe(1);
    expect(toastStore.read()).toMatchObject([
      { title: 'Error', description: 'second', variant: 'destructive', open: true },
    ]);
  });

  it('closes a dismissed toast at once and forgets it after the delay', () => {
    const id = notify({ title: 'Success' });
    toastStore.dismiss(id);
    expect(toastStore.read()).toMatchObject([{ id, open: false }]);
    jest.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
    expect(toastStore.read()).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(toastStore.read()).toEqual([]);
  });

  it('tells those who listen, until they stop', () => {
    const listener = jest.fn();
    const stop = toastStore.subscribe(listener);
    notify({ title: 'Success' });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    notify({ title: 'Success' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
