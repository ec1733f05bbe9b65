import type { AdminChange } from '@desk/contracts/admin/admin-changes.values';
import { useEffect, useEffectEvent } from 'react';

type Listener = (changes: ReadonlySet<AdminChange>) => void;

/** Pages refresh at most this often. */
export const MIN_REFRESH_INTERVAL_MS = 3_000;

const listeners = new Set<Listener>();
const pending = new Set<AdminChange>();
let timer: ReturnType<typeof setTimeout> | undefined;
let announcedAt = -Infinity;

/** Notifies the subscribers of these changes, together with others that arrive within the interval. */
export function announceChanges(changes: readonly AdminChange[]): void {
  for (const change of changes) pending.add(change);
  timer ??= setTimeout(announce, Math.max(0, announcedAt + MIN_REFRESH_INTERVAL_MS - performance.now()));
}

function announce(): void {
  announcedAt = performance.now();
  timer = undefined;
  // A dialog may belong to a row that a refresh removes.
  if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) {
    announceChanges([]);
    return;
  }
  const changes = new Set(pending);
  pending.clear();
  for (const listener of listeners) listener(changes);
}

export function subscribeToChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useChanges(changes: readonly AdminChange[], onChange: () => void): void {
  const handle = useEffectEvent((changed: ReadonlySet<AdminChange>) => {
    if (changes.some((change) => changed.has(change))) onChange();
  });
  useEffect(() => subscribeToChanges(handle), []);
}
