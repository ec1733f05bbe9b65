import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '@/components/toast/toast-store';
import { hasCode } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';

/** When a request fails because the session has ended, clears the user's data and opens the sign-in page. */
export function useSessionEnd(user: CurrentUser | null | undefined): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const unsubscribes = [queryClient.getQueryCache(), queryClient.getMutationCache()].map((cache) =>
      cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error')
          if (hasCode(event.action.error, 'UNAUTHENTICATED')) queryClient.setQueryData(USER_KEY, null);
      }),
    );
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [queryClient]);

  useEffect(() => {
    if (user !== null) return;
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== USER_KEY[0] });
    notifyError('Your session has ended. Please sign in again.');
    void navigate('/login');
  }, [user, queryClient, navigate]);
}
