import type { CompleteSlack } from '@desk/contracts/notifications/slack.schemas';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useReloadChannels } from './channels';

export const slackSetUpQuery = routeQuery('getSlackSetUp');

export const useStartSlack = () => useMutation({ mutationFn: () => callRoute('startSlackSetUp') });

export function useCompleteSlack() {
  const reload = useReloadChannels();
  return useMutation({
    mutationFn: (body: CompleteSlack) => callRoute('completeSlackSetUp', { body }),
    onSuccess: () => void reload(),
  });
}
