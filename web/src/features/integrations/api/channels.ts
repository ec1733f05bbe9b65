import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { type ChannelChange, channelFacts } from '@desk/contracts/notifications/channels.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
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

const done: Readonly<Record<ChannelChange, string>> = {
  pause: 'Paused. Leads arrive by email until you resume it.',
  resume: 'Resumed. The next leads arrive there too.',
  remove: 'Removed. Leads arrive by email.',
  keep: 'Kept. The next leads arrive there too.',
};

export const useChangeChannel = ({ id, kind }: AgentChannel) =>
  useMutation({
    mutationFn: async (change: ChannelChange) => {
      await callRoute(changeRoutes[change], { params: { channelId: id } });
    },
    meta: {
      success: (_answer: unknown, change: ChannelChange) => ({
        title: channelFacts[kind].label,
        description: done[change],
      }),
      failure: UNREACHABLE,
    },
  });

export function useTestChannel(channelId: string) {
  const reload = useReloadChannels();
  return useMutation({
    mutationFn: () => callRoute('testChannel', { params: { channelId } }),
    // It may have been paused or removed in another window.
    onError: () => void reload(),
    meta: { failure: UNREACHABLE },
  });
}
