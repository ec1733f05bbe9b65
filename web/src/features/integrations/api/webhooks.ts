import { useMutation } from '@tanstack/react-query';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { useReloadChannels } from './channels';

export function useSetUpWebhook() {
  const reload = useReloadChannels();
  return useMutation({
    mutationFn: (body: { url: string }) => callRoute('setUpWebhook', { body }),
    onSuccess: () => void reload(),
  });
}

export const useRotateSecret = (channelId: string) =>
  useMutation({
    mutationFn: () => callRoute('rotateWebhookSecret', { params: { channelId } }),
    meta: { failure: UNREACHABLE },
  });
