import type { NoticePreferences } from '@desk/contracts/notifications/notices.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';

/** Always stale: the unsubscribe link in an email changes them too. */
export const noticesQuery = { ...routeQuery('getNoticePreferences'), staleTime: 0 };

/** Saves only the given preferences and keeps the others as saved. Runs one at a time, so the last change wins. */
export function useSaveNotices() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'notices' },
    mutationFn: async (change: Partial<NoticePreferences>) => {
      const saved = await queryClient.query(noticesQuery);
      return callRoute('saveNoticePreferences', { body: { ...saved, ...change } });
    },
    onSuccess: (saved) => queryClient.setQueryData(noticesQuery.queryKey, saved),
    meta: {
      success: { title: 'Notifications updated', description: 'Your choice has been saved.' },
      failure: (error) => getWaitMessage(error, 'Failed to save your notifications.'),
    },
  });
}
