import { useEffect, useState } from 'react';
import { hasCode, sentenceOf, UNREACHABLE } from '@/lib/api-client';
import { useSaveDisposition } from '../api/save-follow-up';
import {
  edited,
  type DispositionValues,
  keepUnsaved,
  readUnsaved,
  saved,
  type SavedDisposition,
  setAside,
  takenBack,
  type Unsaved,
} from './follow-up-drafts';

export interface DispositionForm extends DispositionValues {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The last save was taken, and nothing was changed since. */
  readonly isSaved: boolean;
  /** Somebody else was faster: another window of the same agent. */
  readonly isOutdated: boolean;
  /** Why the last save was not taken, otherwise. */
  readonly failure: string | null;
  /** Typed before the newer version was loaded. */
  readonly aside: DispositionValues | null;
  readonly edit: (change: Partial<DispositionValues>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** The newer version is there: it is shown, and what was typed beside it. */
  readonly giveWay: () => void;
  readonly useAside: () => void;
  readonly dropAside: () => void;
}

/** Nothing that was typed is lost: not by a refusal, not by a newer version, not by looking elsewhere. */
export function useDisposition(leadId: string, onServer: SavedDisposition): DispositionForm {
  const [unsaved, setUnsaved] = useState(() => readUnsaved(leadId));
  const { mutate, reset, isPending, isSuccess, error } = useSaveDisposition(leadId);
  const { draft, aside } = unsaved;

  const change = (next: (now: Unsaved) => Unsaved) => {
    // From what is kept and not from what this render has: an answer may come later than an edit.
    const result = next(readUnsaved(leadId));
    keepUnsaved(leadId, result);
    setUnsaved(result);
  };

  const isDirty = draft !== null;
  const hasUnsaved = isDirty || aside !== null;
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);

  const { disposition, notes } = draft ?? onServer;
  const isOutdated = hasCode(error, 'LEAD_CHANGED');
  return {
    disposition,
    notes,
    isDirty,
    isSaving: isPending,
    isSaved: isSuccess && !isDirty,
    isOutdated,
    failure: error === null || isOutdated ? null : sentenceOf(error, UNREACHABLE),
    aside,
    edit: (values) => change((now) => edited(now, onServer, values)),
    save: () => {
      if (draft !== null && !isPending)
        mutate(draft, { onSuccess: (answer, sent) => change((now) => saved(now, sent, answer)) });
    },
    discard: () => {
      reset();
      change(({ aside: other }) => ({ draft: null, aside: other }));
    },
    giveWay: () => {
      reset();
      change(setAside);
    },
    useAside: () => change((now) => takenBack(now, onServer)),
    dropAside: () => change(({ draft: mine }) => ({ draft: mine, aside: null })),
  };
}
