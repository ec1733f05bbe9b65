import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { callRoute, routeUrl } from '@/lib/api-client';
import { USER_KEY, useUser } from '@/lib/current-user';
import type { Arrivals, ArrivalsSnapshot } from '../lib/arrivals';
import type { LiveState, Refusal } from '../lib/live-connection';
import { LiveFeed } from '../lib/live-feed';
import { readRefusal } from '../lib/read-refusal';

const feeds = new WeakMap<QueryClient, LiveFeed>();

/** Learns the status and headers that an EventSource does not show. */
const probeStream = (): Promise<Response> =>
  fetch(routeUrl('streamLiveEvents'), { method: 'HEAD', credentials: 'include' });

/** Returns the tab's only feed. */
function getFeed(queryClient: QueryClient): LiveFeed {
  const existing = feeds.get(queryClient);
  if (existing) return existing;
  const checkSession = async () => {
    // Not through the user's own query: that one returns null when signed out, while a 401 here ends the session.
    const user = await queryClient.query({
      queryKey: [...USER_KEY, 'check'],
      queryFn: () => callRoute('getCurrentUser'),
      staleTime: 0,
      gcTime: 0,
    });
    queryClient.setQueryData(USER_KEY, user);
  };
  const feed = new LiveFeed(
    queryClient,
    (userId) => new EventSource(routeUrl('streamLiveEvents', { query: { userId } })),
    async (): Promise<Refusal | null> => {
      const refusal = await probeStream().then(readRefusal, () => null);
      if (!refusal) await checkSession().catch(() => undefined);
      return refusal;
    },
  );
  feeds.set(queryClient, feed);
  return feed;
}

/** Keeps leads and dashboard up to date while the component is mounted. */
export function useLiveFeed(): LiveState {
  const feed = getFeed(useQueryClient());
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId === undefined) return;
    const release = feed.acquire(userId);
    const wake = () => feed.connection.wake();
    addEventListener('pageshow', wake);
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      release();
      removeEventListener('pageshow', wake);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [feed, userId]);
  return useSyncExternalStore(feed.connection.subscribe, feed.connection.read);
}

export function useArrivals(): ArrivalsSnapshot & Pick<Arrivals, 'markSeen' | 'endHighlight'> {
  const { arrivals } = getFeed(useQueryClient());
  const snapshot = useSyncExternalStore(arrivals.subscribe, arrivals.read);
  return { ...snapshot, markSeen: arrivals.markSeen, endHighlight: arrivals.endHighlight };
}
