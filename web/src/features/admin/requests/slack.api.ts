import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteAnswer, type RouteBody } from '@/lib/api-client';

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
