import type { ChannelChange } from '@desk/contracts/notifications/channels.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

/** Always stale: deliveries change a channel's health. */
export const channelsQuery = { ...routeQuery('listChannels'), staleTime: 0 };

export function useReloadChannels(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
}

const changeRoutes = {
  pause: 'pauseChannel',
  resume: 'resumeChannel',
  remove: 'removeChannel',
  keep: 'keepChannel',
} as const;

export const useChangeChannel = (channelId: string) =>
  useMutation({
    mutationFn: async (change: ChannelChange) => {
      await callRoute(changeRoutes[change], { params: { channelId } });
    },
  });

export const useTestChannel = (channelId: string) =>
  useMutation({ mutationFn: () => callRoute('testChannel', { params: { channelId } }) });
