import { PAGE_USER_HEADER, UNATTENDED_HEADER } from '@desk/contracts/accounts/page-user.values';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { type ApiError, hasCode, setRequestHooks } from '@/lib/api-client';
import { userQuery } from '@/lib/current-user';
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
 * Names the page's user in every request, so that none is carried out for another account, says when nobody uses the
 * page, and acts on what the server answers. Stays in force after the layout is gone: a save may still be waiting.
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
