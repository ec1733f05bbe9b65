import { type ComponentType, useEffect, useState } from 'react';
import { toastStore } from './toast-store';

/** Loads the toaster on the first tap or keystroke; nothing shows a notice before that. */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Toaster) return;
    // Without a network, the next tap, keystroke or notice tries again.
    const load = () =>
      void import('./toaster').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    if (toastStore.read() !== null) load();
    const unsubscribe = toastStore.subscribe(load);
    addEventListener('pointerdown', load, { passive: true });
    addEventListener('keydown', load, { passive: true });
    return () => {
      unsubscribe();
      removeEventListener('pointerdown', load);
      removeEventListener('keydown', load);
    };
  }, [Toaster]);
  return Toaster && <Toaster />;
}
