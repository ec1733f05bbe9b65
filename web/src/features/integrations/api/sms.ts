import { channelFacts } from '@desk/contracts/notifications/channels.values';
import type { SendPhoneCode } from '@desk/contracts/notifications/sms.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useReloadChannels } from './channels';

/** Always stale: codes expire, and may be requested in another window. */
export const smsSetUpQuery = { ...routeQuery('getSmsSetUp'), staleTime: 0 };

function useReloadSmsSetUp(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: smsSetUpQuery.queryKey });
}

export function useSendPhoneCode() {
  const reload = useReloadSmsSetUp();
  return useMutation({
    mutationFn: (body: SendPhoneCode) => callRoute('sendPhoneCode', { body }),
    onSuccess: () => void reload(),
  });
}

/** Pending until the new channel is shown. */
export function useConfirmPhoneCode() {
  const reloadSetUp = useReloadSmsSetUp();
  const reloadChannels = useReloadChannels();
  return useMutation({
    mutationFn: (body: { code: string }) => callRoute('confirmPhoneCode', { body }),
    onSuccess: async () => {
      void reloadSetUp();
      await reloadChannels();
    },
    meta: {
      success: {
        title: channelFacts.sms.label,
        description: 'Your number is confirmed. The next leads arrive there too.',
      },
    },
  });
}
