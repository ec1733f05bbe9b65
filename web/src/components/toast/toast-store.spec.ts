import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { notify, notifyError, TOAST_LIMIT, TOAST_REMOVE_DELAY_MS, toastStore } from './toast-store';

describe('toastStore', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  it('shows only the newest toast', () => {
    notify({ title: 'Success', description: 'first' });
    notifyError('second');
    expect(TOAST_LIMIT).toBe(1);
    expect(toastStore.read()).toMatchObject([
      { title: 'Error', description: 'second', variant: 'destructive', open: true },
    ]);
  });

  it('closes a dismissed toast immediately and removes it after the delay', () => {
    const id = notify({ title: 'Success' });
    toastStore.dismiss(id);
    expect(toastStore.read()).toMatchObject([{ id, open: false }]);
    jest.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1);
    expect(toastStore.read()).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(toastStore.read()).toEqual([]);
  });

  it('notifies listeners until they unsubscribe', () => {
    const listener = jest.fn();
    const unsubscribe = toastStore.subscribe(listener);
    notify({ title: 'Success' });
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
    notify({ title: 'Success' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
