import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { USER_KEY, useUser } from '@/lib/current-user';
import { api } from '@/lib/api-client';
import type { Arrivals, Arrived } from '../lib/arrivals';
import type { LiveState } from '../lib/live-connection';
import { LiveFeed } from '../lib/live-feed';

const feeds = new WeakMap<QueryClient, LiveFeed>();

/** One for the whole tab. */
function feedOf(queryClient: QueryClient): LiveFeed {
  const known = feeds.get(queryClient);
  if (known) return known;
  const checkSignIn = async () => {
    // Not by the user's own query, which answers null: a refusal is what ends the session everywhere.
    const user = await queryClient.query({
      queryKey: [...USER_KEY, 'check'],
      queryFn: () => api<CurrentUser>('GET', USER_KEY[0]),
      staleTime: 0,
      gcTime: 0,
    });
    queryClient.setQueryData(USER_KEY, user);
  };
  const feed = new LiveFeed(
    queryClient,
    () => new EventSource('/api/live'),
    () => void checkSignIn().catch(() => undefined),
  );
  feeds.set(queryClient, feed);
  return feed;
}

/** Keeps what is shown as it is on the server, for as long as the page is there. */
export function useLive(): LiveState {
  const feed = feedOf(useQueryClient());
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

export function useArrivals(): Arrived & { arrivals: Arrivals } {
  const { arrivals } = feedOf(useQueryClient());
  return { ...useSyncExternalStore(arrivals.subscribe, arrivals.read), arrivals };
}
