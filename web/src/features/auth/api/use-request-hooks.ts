import { PAGE_USER_HEADER } from '@desk/contracts/accounts/page-user.values';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { type ApiError, hasCode, setRequestHooks } from '@/lib/api-client';
import { userQuery } from '@/lib/current-user';
import { askToReauthenticate, wasSessionReplacedSince } from '@/lib/reauthentication';

async function recover(refusal: ApiError, sentAtMs: number): Promise<boolean> {
  // Another account has signed in from another window, and the first user's data is still in memory.
  if (hasCode(refusal, 'OTHER_USER_SIGNED_IN')) location.reload();
  if (hasCode(refusal, 'UNAUTHENTICATED')) return wasSessionReplacedSince(sentAtMs);
  return hasCode(refusal, 'REAUTHENTICATION_REQUIRED') && (await askToReauthenticate());
}

/**
 * Names the page's user in every request, so that none is carried out for another account, and acts on what the server
 * answers. Stays in force after the layout is gone: a save may still be waiting.
 */
export function useRequestHooks(): void {
  const queryClient = useQueryClient();
  // Pages send their first requests in effects, which run after all layout effects.
  useLayoutEffect(() => {
    const getHeaders = () => {
      const user = queryClient.getQueryData(userQuery.queryKey);
      return user ? { [PAGE_USER_HEADER]: user.id } : {};
    };
    setRequestHooks({ getHeaders, recover });
  }, [queryClient]);
}
