import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { USER_KEY } from '@/lib/current-user';
import { registerWaitingSave, trackSave } from '@/lib/pending-saves';
import { saveDailyLimitOnLeave, useUpdateDailyLimit } from '../api/update-daily-limit';
import { parseLimit, SAVE_DELAY_MS } from './daily-limit';
import { DelayedSave } from './delayed-save';

export interface DailyLimitForm {
  /** Text of the field: what is being typed, or the saved limit. */
  readonly text: string;
  readonly limit: number;
  readonly isSaving: boolean;
  readonly hasUnsavedEdit: boolean;
  readonly edit: (typed: string) => void;
  /** Replaces the typed text with the limit it stands for. */
  readonly normalize: () => void;
}

const readUserId = (queryClient: QueryClient): string | undefined =>
  queryClient.getQueryData<CurrentUser | null>(USER_KEY)?.id;

/**
 * Shows edits at once, saves them after a pause, and saves a pending edit when the user leaves. Drops it once the
 * session has ended or another account is signed in.
 */
export function useDailyLimit(savedLimit: number): DailyLimitForm {
  const queryClient = useQueryClient();
  const [userId] = useState(() => readUserId(queryClient));
  const { mutateAsync, isPending } = useUpdateDailyLimit();
  const [typed, setTyped] = useState<string | null>(null);
  const [delayedSave] = useState(
    () =>
      new DelayedSave<string>(SAVE_DELAY_MS, (text) => {
        const limit = parseLimit(text);
        const shown = String(limit);
        setTyped(shown);
        // Show the saved limit again, whether or not the save succeeded, unless there is a newer edit.
        const onSettled = () => setTyped((current) => (current === shown ? null : current));
        trackSave(mutateAsync(limit, { onSettled }));
      }),
  );

  useEffect(() => {
    const isSameUser = () => readUserId(queryClient) === userId;
    const leave = () => {
      delayedSave.flush((text) => {
        if (isSameUser()) saveDailyLimitOnLeave(queryClient, parseLimit(text));
      });
      setTyped(null);
    };
    // Phones may kill a hidden page without firing pagehide.
    const leaveIfHidden = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leaveIfHidden);
    const unregister = registerWaitingSave(() => delayedSave.flush());
    return () => {
      unregister();
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leaveIfHidden);
      if (isSameUser()) delayedSave.flush();
      else delayedSave.drop();
    };
  }, [delayedSave, queryClient, userId]);

  return {
    text: typed ?? String(savedLimit),
    limit: typed === null ? savedLimit : parseLimit(typed),
    isSaving: isPending,
    hasUnsavedEdit: typed !== null,
    edit: (text) => {
      setTyped(text);
      delayedSave.edit(text);
    },
    normalize: () => setTyped((current) => (current === null ? null : String(parseLimit(current)))),
  };
}
