import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sendDailyLimitNow, useSetDailyLimit } from '../api/set-daily-limit';
import { SAVE_DELAY_MS, toLimit } from './daily-limit';
import { DelayedSave } from './delayed-save';

export interface DailyLimit {
  /** As the field shows it: what is being typed, else what is in force. */
  readonly text: string;
  readonly limit: number;
  readonly isSaving: boolean;
  /** There is an edit that is not saved yet. */
  readonly isEdited: boolean;
  readonly edit: (typed: string) => void;
  /** The end of typing: the field shows the limit that was meant. */
  readonly settle: () => void;
}

/** Edits are shown at once, saved when they have paused, and never lost by leaving. */
export function useDailyLimit(inForce: number): DailyLimit {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useSetDailyLimit();
  const [typed, setTyped] = useState<string | null>(null);
  const [delayed] = useState(
    () =>
      new DelayedSave<string>(SAVE_DELAY_MS, (text) => {
        const limit = toLimit(text);
        const shown = String(limit);
        setTyped(shown);
        // Saved or not, what is in force is shown again, unless there is a newer edit.
        mutate(limit, { onSettled: () => setTyped((now) => (now === shown ? null : now)) });
      }),
  );

  useEffect(() => {
    const leave = () => {
      delayed.flush((text) => sendDailyLimitNow(queryClient, toLimit(text)));
      setTyped(null);
    };
    // On a phone a page that is put aside may never hear of its end.
    const hide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      delayed.flush();
    };
  }, [delayed, queryClient]);

  return {
    text: typed ?? String(inForce),
    limit: typed === null ? inForce : toLimit(typed),
    isSaving: isPending,
    isEdited: typed !== null,
    edit: (text) => {
      setTyped(text);
      delayed.edit(text);
    },
    settle: () => setTyped((now) => (now === null ? null : String(toLimit(now)))),
  };
}
