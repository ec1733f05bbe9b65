import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useUser } from '@/lib/current-user';
import type { Arrivals, ArrivalsSnapshot } from '../lib/arrivals';
import type { LiveState } from '../lib/live-connection';
import { LiveFeed } from '../lib/live-feed';
import { streamOf } from './open-stream';
import { useConnection } from './use-connection';

const feeds = new WeakMap<QueryClient, LiveFeed>();

/** Returns the tab's only feed. Another user gets a new one. */
function getFeed(queryClient: QueryClient, userId: string): LiveFeed {
  const existing = feeds.get(queryClient);
  if (existing?.userId === userId) return existing;
  existing?.connection.stop();
  const feed = new LiveFeed(userId, queryClient, streamOf('streamLiveEvents', queryClient));
  feeds.set(queryClient, feed);
  return feed;
}

const useFeed = (): LiveFeed => getFeed(useQueryClient(), useUser()?.id ?? '');

/** Keeps leads and dashboard up to date while the component is mounted. */
export const useLiveFeed = (): LiveState => useConnection(useFeed().connection);

export function useArrivals(): ArrivalsSnapshot & Pick<Arrivals, 'markSeen' | 'endHighlight'> {
  const { arrivals } = useFeed();
  const snapshot = useSyncExternalStore(arrivals.subscribe, arrivals.read);
  return { ...snapshot, markSeen: arrivals.markSeen, endHighlight: arrivals.endHighlight };
}
