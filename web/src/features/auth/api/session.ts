import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { PAGE_USER_HEADER, UNATTENDED_HEADER } from '@desk/contracts/accounts/page-user.values';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { notifyError } from '@/components/toast/toast-store';
import { type ApiError, hasCode, setRequestHooks } from '@/lib/api-client';
import { USER_KEY, userQuery } from '@/lib/current-user';
import { askToReauthenticate, wasSessionReplacedSince } from '@/lib/reauthentication';

const UNATTENDED_AFTER_MS = 60_000;

let usedAtMs = performance.now();
for (const event of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(event, () => (usedAtMs = performance.now()), { capture: true, passive: true });

async function recover(refusal: ApiError, sentAtMs: number): Promise<boolean> {
  // Another account has signed in from another window, and the first user's data is still in memory.
  if (hasCode(refusal, 'OTHER_USER_SIGNED_IN')) location.reload();
  if (hasCode(refusal, 'UNAUTHENTICATED')) return wasSessionReplacedSince(sentAtMs);
  return hasCode(refusal, 'REAUTHENTICATION_REQUIRED') && (await askToReauthenticate());
}

/**
 * Adds two headers to every request: the page's user, so that the server refuses a request for another account, and
 * whether the page is unattended. Handles refusals. Stays in force after the layout unmounts: a save may follow.
 */
export function useRequestHooks(): void {
  const queryClient = useQueryClient();
  // Pages send their first requests in effects, which run after all layout effects.
  useLayoutEffect(() => {
    const getHeaders = () => {
      const user = queryClient.getQueryData(userQuery.queryKey);
      return {
        ...(user && { [PAGE_USER_HEADER]: user.id }),
        ...(performance.now() - usedAtMs > UNATTENDED_AFTER_MS && { [UNATTENDED_HEADER]: '1' }),
      };
    };
    setRequestHooks({ getHeaders, recover });
  }, [queryClient]);
}

// A page that the browser restores may show the data of a user who has signed out since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** Reloads the page when another account has signed in from another tab: the first user's data is still in memory. */
export function useSameUser(): CurrentUser | null | undefined {
  const { data: user } = useQuery({ ...userQuery, refetchOnWindowFocus: 'always' });
  const [firstId] = useState(user?.id);
  const isAnother = user && user.id !== firstId;
  useEffect(() => {
    if (isAnother) location.reload();
  }, [isAnother]);
  return isAnother ? undefined : user;
}

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
