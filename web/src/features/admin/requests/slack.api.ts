import type { ConnectSlack } from '@desk/contracts/notifications/slack.schemas';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';

export const useConnectSlack = (userId: string) =>
  useMutation({
    mutationFn: (body: ConnectSlack) => callRoute('connectSlack', { params: { userId }, body }),
  });
