import type { AgentChannel } from '@desk/contracts/notifications/channels.schemas';
import { type ChannelChange, channelFacts } from '@desk/contracts/notifications/channels.values';
import type { SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';

/** Always stale: deliveries change a channel's health. */
export const channelsQuery = { ...routeQuery('listChannels'), staleTime: 0 };

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
    // Also after a failure: it may have changed in another window.
    onSettled: useBackgroundRefresh('listChannels'),
    meta: {
      success: (_answer: unknown, change: ChannelChange) => ({
        title: channelFacts[kind].label,
        description: done[change],
      }),
      failure: UNREACHABLE,
    },
  });

export const useTestChannel = (channelId: string) =>
  useMutation({
    mutationFn: () => callRoute('testChannel', { params: { channelId } }),
    // It may have been paused or removed in another window.
    onError: useBackgroundRefresh('listChannels'),
    meta: { failure: UNREACHABLE },
  });

/** Leads to Slack's page. */
export const useStartSlack = () =>
  useMutation({
    mutationFn: () => callRoute('startSlackSetUp'),
    onSuccess: ({ url }) => window.location.assign(url),
    meta: { failure: UNREACHABLE },
  });

export const useCompleteSlack = () =>
  useMutation({
    mutationFn: (body: RouteBody<'completeSlackSetUp'>) => callRoute('completeSlackSetUp', { body }),
    onSuccess: useBackgroundRefresh('listChannels'),
    meta: {
      success: {
        title: channelFacts.slack.label,
        description: 'Connected. The next leads arrive there too.',
      },
    },
  });

export const useSendPhoneCode = () =>
  useMutation({
    mutationFn: (body: SendPhoneCode) => callRoute('sendPhoneCode', { body }),
    onSuccess: useBackgroundRefresh('getSmsSetUp'),
  });

/** Pending until the new channel is shown. */
export function useConfirmPhoneCode() {
  const refreshSetUp = useBackgroundRefresh('getSmsSetUp');
  const refreshChannels = useRefresh('listChannels');
  return useMutation({
    mutationFn: (body: RouteBody<'confirmPhoneCode'>) => callRoute('confirmPhoneCode', { body }),
    onSuccess: () => {
      refreshSetUp();
      return refreshChannels();
    },
    meta: {
      success: {
        title: channelFacts.sms.label,
        description: 'Your number is confirmed. The next leads arrive there too.',
      },
    },
  });
}

export const useSetUpWebhook = () =>
  useMutation({
    mutationFn: (body: RouteBody<'setUpWebhook'>) => callRoute('setUpWebhook', { body }),
    onSuccess: useBackgroundRefresh('listChannels'),
  });

export const useRotateSecret = (channelId: string) =>
  useMutation({
    mutationFn: () => callRoute('rotateWebhookSecret', { params: { channelId } }),
    meta: { failure: UNREACHABLE },
  });
