import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store';

/** Loads the toaster on the first tap, keystroke or notice. */
export function ToastOutlet() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  useEffect(() => {
    if (Toaster) return;
    // Without a network, the next tap, keystroke or notice tries again.
    const load = () =>
      void import('./toaster').then(
        (module) => setToaster(() => module.Toaster),
        () => setFailed(true),
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
  if (Toaster) return <Toaster />;
  // After a deployment, a page opened before it can no longer load the toaster.
  return hasFailed && toast?.open ? (
    <p
      role="alert"
      className="fixed right-0 bottom-(--toast-bottom,0px) z-50 m-4 rounded-card border border-line bg-surface p-4 shadow-float"
    >
      {toast.description ?? toast.title}
    </p>
  ) : null;
}
