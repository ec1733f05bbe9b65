import { describe, expect, it, jest } from '@jest/globals';
import { notify, notifyError, toastStore } from './toast-store';

describe('toastStore', () => {
  it('shows only the newest toast', () => {
    notify({ title: 'Success', description: 'first' });
    notifyError('second');
    expect(toastStore.read()).toMatchObject({
      title: 'Error',
      description: 'second',
      variant: 'destructive',
      open: true,
    });
  });

  it('closes a dismissed toast, unless another one has replaced it', () => {
    const first = notify({ title: 'Success' });
    const second = notify({ title: 'Success' });
    toastStore.dismiss(first);
    expect(toastStore.read()).toMatchObject({ id: second, open: true });
    toastStore.dismiss(second);
    expect(toastStore.read()).toMatchObject({ id: second, open: false });
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
