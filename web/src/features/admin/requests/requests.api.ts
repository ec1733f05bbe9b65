import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteAnswer, type RouteBody } from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';

type Resolution = RouteBody<'resolveIntegrationRequest'>;

const done = { completed: 'Integration active', declined: 'Request declined' } as const;

/** @param subject who requested what */
export const useResolveIntegrationRequest = (requestId: string, subject: string) =>
  useMutation({
    mutationFn: (body: Resolution) => callRoute('resolveIntegrationRequest', { params: { requestId }, body }),
    // Also after an error: another admin may have resolved the request.
    onSettled: useBackgroundRefresh('listAllIntegrationRequests'),
    meta: {
      success: (_answer: unknown, { status }: Resolution) => ({
        title: done[status],
        description: `${subject} ${status === 'completed' ? 'is active' : 'was declined'}.`,
      }),
    },
  });

/** @param name the agent's */
export const useConnectSlack = (userId: string, name: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'connectSlack'>) => callRoute('connectSlack', { params: { userId }, body }),
    meta: {
      success: ({ address }: RouteAnswer<'connectSlack'>) => ({
        title: 'Slack connected',
        description: `Leads of ${name} now arrive at ${address}.`,
      }),
    },
  });
