import type { QueryClient } from '@tanstack/react-query';
import { hasCode, requestRoute } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import type { OpenStream } from '../lib/live-connection';

/** Returns what opens a stream. A refusal because the session has ended signs the user out. */
export const streamOf =
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
