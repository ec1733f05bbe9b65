import type { AdminChangesData } from '@desk/contracts/admin/admin-changes.routes';
import { adminChanges } from '@desk/contracts/admin/admin-changes.values';
import { focusManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { announceChanges, subscribeToChanges } from '@/lib/admin-changes';
import { hasCode, requestRoute } from '@/lib/api-client';
import type { NewLeads } from '@/lib/arrivals';
import { USER_KEY, useUser } from '@/lib/current-user';
import { routeKey } from '@/lib/route-query';
import { LiveConnection, type LiveState, type OpenStream } from '../lib/live-connection';
import { LiveFeed } from '../lib/live-feed';
import type { StreamEvent } from '../lib/read-events';

/** Returns a function that opens a stream. If the session has ended, the refusal signs the user out. */
const createStreamOpener =
  (route: 'streamLiveEvents' | 'streamAdminChanges', queryClient: QueryClient): OpenStream =>
  async (lastEventId, signal) => {
    const headers = lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId };
    try {
      return await requestRoute(route, { headers, signal });
    } catch (error) {
      if (hasCode(error, 'UNAUTHENTICATED')) queryClient.setQueryData(USER_KEY, null);
      throw error;
    }
  };

/** Keeps the connection open while the component is mounted and `isNeeded` is true. */
function useConnection(connection: LiveConnection, isNeeded = true): LiveState {
  useEffect(() => {
    if (!isNeeded) return;
    const release = connection.acquire();
    const wake = () => connection.wake();
    const reconnect = () => connection.reconnect();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pageshow', wake, { signal });
    addEventListener('online', wake, { signal });
    addEventListener('offline', reconnect, { signal });
    document.addEventListener('visibilitychange', wake, { signal });
    return () => {
      release();
      listening.abort();
    };
  }, [connection, isNeeded]);
  return useSyncExternalStore(connection.subscribe, connection.read);
}

const feeds = new WeakMap<QueryClient, LiveFeed>();

/** Returns the tab's only feed. Another user gets a new one. */
function getFeed(queryClient: QueryClient, userId: string): LiveFeed {
  const existing = feeds.get(queryClient);
  if (existing?.userId === userId) return existing;
  existing?.connection.stop();
  const feed = new LiveFeed(userId, queryClient, createStreamOpener('streamLiveEvents', queryClient));
  feeds.set(queryClient, feed);
  return feed;
}

const useFeed = (): LiveFeed => getFeed(useQueryClient(), useUser()?.id ?? '');

/** Keeps leads and dashboard up to date while the component is mounted. */
export const useLiveFeed = (): LiveState => useConnection(useFeed().connection);

export function useArrivals(): NewLeads {
  const { arrivals } = useFeed();
  const snapshot = useSyncExternalStore(arrivals.subscribe, arrivals.read);
  return { ...snapshot, markSeen: arrivals.markSeen, endHighlight: arrivals.endHighlight };
}

function announce({ kind, data }: StreamEvent): void {
  // A new stream: anything may have changed while there was none.
  if (kind === 'hello') announceChanges(adminChanges);
  if (kind === 'changed') announceChanges((JSON.parse(data) as AdminChangesData).changes);
}

/** Announces changes on the server while an admin who may see them views the page. */
export function useAdminChanges(isAllowed: boolean): void {
  const queryClient = useQueryClient();
  const [connection] = useState(
    () => new LiveConnection(createStreamOpener('streamAdminChanges', queryClient), announce),
  );
  // Keeps the counts in the sidebar up to date.
  useEffect(
    () =>
      subscribeToChanges(() => void queryClient.invalidateQueries({ queryKey: routeKey('getAttention') })),
    [queryClient],
  );
  const isVisible = useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused());
  useConnection(connection, isVisible && isAllowed);
}
