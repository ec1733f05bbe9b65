import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store';

const load = async () => ({ default: (await import('./toaster')).Toaster });
const Toaster = lazy(load);

/** Loads the toaster on the first tap or keystroke; nothing shows a notice before that. */
export function ToastOutlet() {
  const [hasInteracted, setHasInteracted] = useState(false);
  const hasToasts = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.read().length > 0,
    () => false,
  );
  useEffect(() => {
    const onInteraction = () => setHasInteracted(true);
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, onInteraction, { once: true, passive: true });
    return () => {
      for (const event of events) removeEventListener(event, onInteraction);
    };
  }, []);
  if (!hasInteracted && !hasToasts) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
