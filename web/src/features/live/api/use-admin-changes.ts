import type { AdminChangesData } from '@desk/contracts/admin/admin-changes.routes';
import { adminChanges } from '@desk/contracts/admin/admin-changes.values';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { announceChanges, subscribeToChanges } from '@/lib/admin-changes';
import { routeKey } from '@/lib/route-query';
import { LiveConnection } from '../lib/live-connection';
import type { StreamEvent } from '../lib/read-events';
import { streamOf } from './open-stream';
import { useConnection } from './use-connection';

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
const isVisible = (): boolean => document.visibilityState === 'visible';

function announce({ kind, data }: StreamEvent): void {
  if (kind === 'hello') announceChanges(adminChanges);
  if (kind === 'changed') announceChanges((JSON.parse(data) as AdminChangesData).changes);
}

/** Announces what has changed on the server, while an admin who may see it looks at the page. */
export function useAdminChanges(isAllowed: boolean): void {
  const queryClient = useQueryClient();
  const [connection] = useState(
    () => new LiveConnection(streamOf('streamAdminChanges', queryClient), announce),
  );
  useEffect(
    // The counts in the sidebar.
    () =>
      subscribeToChanges(() => void queryClient.invalidateQueries({ queryKey: routeKey('getAttention') })),
    [queryClient],
  );
  useConnection(connection, useSyncExternalStore(subscribeToVisibility, isVisible) && isAllowed);
}
