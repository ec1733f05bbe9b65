import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store';

const load = async () => ({ default: (await import('./toaster')).Toaster });
const Toaster = lazy(load);

/** The toaster's code comes with the visitor's first keystroke or tap: before that nothing can want to notify. */
export function ToastOutlet() {
  const [isWanted, setWanted] = useState(false);
  const hasToasts = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.read().length > 0,
    () => false,
  );
  useEffect(() => {
    const want = () => setWanted(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, want, { once: true, passive: true });
    return () => {
      for (const event of events) removeEventListener(event, want);
    };
  }, []);
  if (!isWanted && !hasToasts) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
