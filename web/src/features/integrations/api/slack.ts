import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useReloadChannels } from './channels';

export const slackSetUpQuery = routeQuery('getSlackSetUp');

/** Leads to Slack's page. */
export const useStartSlack = () =>
  useMutation({
    mutationFn: () => callRoute('startSlackSetUp'),
    onSuccess: ({ url }) => window.location.assign(url),
    meta: { failure: UNREACHABLE },
  });

export function useCompleteSlack() {
  const reload = useReloadChannels();
  return useMutation({
    mutationFn: (body: RouteBody<'completeSlackSetUp'>) => callRoute('completeSlackSetUp', { body }),
    onSuccess: () => void reload(),
    meta: {
      success: {
        title: channelFacts.slack.label,
        description: 'Connected. The next leads arrive there too.',
      },
    },
  });
}
