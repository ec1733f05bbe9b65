import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { DashboardSummary } from '@desk/contracts/leads/sold-leads.routes';
import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notify, notifyError } from '@/components/toast/toast-store';
import { callRoute, getWaitMessage } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { DelayedSave, type SaveOccasion } from '@/lib/delayed-save';
import { formatCount } from '@/lib/numbers';
import { isLargeRise, parseLimit, SAVE_DELAY_MS } from '../lib/daily-limit';
import { applyToDashboard, DASHBOARD_KEY } from './dashboard.api';

const MUTATION_KEY = ['setDailyLimit'];

const readUser = (queryClient: QueryClient) => queryClient.getQueryData<CurrentUser | null>(USER_KEY);
const readSavedLimit = (queryClient: QueryClient): number =>
  queryClient.getQueryData<DashboardSummary>(DASHBOARD_KEY)?.dailyLeadLimit ??
  readUser(queryClient)?.dailyLeadLimit ??
  0;

/** Saves one limit after the other, so that the last one wins; at once if the page is closing. */
function saveDailyLimit(queryClient: QueryClient, limit: number, isClosing = false): Promise<unknown> {
  const userId = readUser(queryClient)?.id;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey: MUTATION_KEY,
    ...(isClosing ? {} : { scope: { id: 'daily-limit' } }),
    mutationFn: async (dailyLeadLimit: number) => {
      const previous = readSavedLimit(queryClient);
      // With `keepalive` the request completes even if the page is closed.
      await callRoute('setDailyLimit', { body: { dailyLeadLimit }, keepalive: true });
      return previous;
    },
    onSuccess: (previous, dailyLeadLimit) => {
      queryClient.setQueryData<CurrentUser | null>(USER_KEY, (user) => user && { ...user, dailyLeadLimit });
      applyToDashboard(queryClient, { dailyLeadLimit });
      notify({
        title: 'Limit updated',
        description: 'Your daily lead limit has been saved.',
        detail: `Limit ${formatCount(previous)} → ${formatCount(limit)}`,
        undo: () => {
          if (readUser(queryClient)?.id === userId)
            void saveDailyLimit(queryClient, previous).catch(() => null);
        },
      });
    },
    onError: (error) => {
      notifyError(getWaitMessage(error, 'Failed to update daily lead limit.'));
      // The response may have been lost after the limit was saved.
      void queryClient.invalidateQueries({ queryKey: DASHBOARD_KEY });
    },
  });
  return mutation.execute(limit);
}

/**
 * Shows edits at once, saves them after a pause, and saves a pending edit when the user leaves. Drops it once the
 * session has ended or another account is signed in.
 */
export function useDailyLimit(savedLimit: number) {
  const queryClient = useQueryClient();
  const [userId] = useState(() => readUser(queryClient)?.id);
  const isSaving = useIsMutating({ mutationKey: MUTATION_KEY }) > 0;
  const [typed, setTyped] = useState<string | null>(null);
  const [largeRise, setLargeRise] = useState<number | null>(null);
  const reset = () => {
    setTyped(null);
    setLargeRise(null);
  };
  const [edits] = useState(
    () =>
      new DelayedSave<string>(SAVE_DELAY_MS, async (text: string, occasion: SaveOccasion) => {
        const limit = parseLimit(text);
        const shown = String(limit);
        setTyped(shown);
        if (isLargeRise(readSavedLimit(queryClient), limit)) {
          setLargeRise(limit);
          if (occasion === 'leave')
            notify({
              title: 'Limit not changed',
              description: `${formatCount(limit)} a day has to be confirmed on the dashboard.`,
            });
          throw new Error('The limit has to be confirmed');
        }
        try {
          await saveDailyLimit(queryClient, limit, occasion === 'close');
        } finally {
          // Show the saved limit again, whether or not the save succeeded, unless there is a newer edit.
          setTyped((current) => (current === shown ? null : current));
        }
      }),
  );

  useEffect(() => {
    const flush = (occasion: SaveOccasion) => {
      if (readUser(queryClient)?.id === userId) edits.flush(occasion);
      else edits.drop();
    };
    const close = () => flush('close');
    // Phones may kill a hidden page without firing pagehide.
    const closeIfHidden = () => {
      if (document.visibilityState === 'hidden') close();
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pagehide', close, { signal });
    document.addEventListener('visibilitychange', closeIfHidden, { signal });
    return () => {
      listening.abort();
      flush('leave');
    };
  }, [edits, queryClient, userId]);

  return {
    /** Text of the field: what is being typed, or the saved limit. */
    text: typed ?? String(savedLimit),
    limit: typed === null ? savedLimit : parseLimit(typed),
    isSaving,
    hasUnsavedEdit: typed !== null,
    /** A limit that has to be confirmed before it is saved. */
    largeRise,
    edit: (text: string) => {
      setTyped(text);
      edits.edit(text);
    },
    /** Replaces the typed text with the limit it stands for. */
    normalize: () => setTyped((current) => (current === null ? null : String(parseLimit(current)))),
    confirm: (limit: number) => saveDailyLimit(queryClient, limit).finally(reset),
    reset,
  };
}
