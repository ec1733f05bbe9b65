import { useEffect, useState } from 'react';

/**
 * Returns `value`, but from `hold` on the one shown then, until the pointer is released. A list that changed in between
 * would move what is being clicked away from the pointer.
 */
export function useHeldWhilePressed<T>(value: T): { shown: T; hold: () => void } {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (held === null) return;
    // The click follows the release in the same task.
    const release = () => setTimeout(() => setHeld(null));
    const events = ['pointerup', 'pointercancel', 'blur'] as const;
    for (const event of events) addEventListener(event, release);
    return () => {
      for (const event of events) removeEventListener(event, release);
    };
  }, [held]);
  return { shown: held === null ? value : held.value, hold: () => setHeld({ value }) };
}
