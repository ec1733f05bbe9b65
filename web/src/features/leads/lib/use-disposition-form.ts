import { useEffect, useState } from 'react';
import { useSubmission } from '@/components/ui/submission';
import { hasCode, getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { useUpdateDisposition } from '../api/update-disposition';
import {
  applySaved,
  type DispositionDraft,
  type DispositionValues,
  editDraft,
  readUnsaved,
  restoreStash,
  type SavedDisposition,
  stashDraft,
  storeUnsaved,
  type UnsavedDisposition,
} from './disposition-drafts';

export interface DispositionFormState extends DispositionValues {
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** The last save succeeded, and nothing was edited since. */
  readonly isSaved: boolean;
  /** The last save was rejected because the same agent saved a newer version in another window. */
  readonly isOutdated: boolean;
  /** Why the last save failed, unless it was outdated. */
  readonly failure: string | null;
  readonly stash: DispositionValues | null;
  readonly edit: (change: Partial<DispositionValues>) => void;
  readonly save: () => void;
  readonly discard: () => void;
  /** Call once the newer version is loaded. */
  readonly acceptNewerVersion: () => void;
  readonly restoreStash: () => void;
  readonly discardStash: () => void;
}

/** Form state that keeps what was typed through failed saves, newer versions and navigation. */
export function useDispositionForm(leadId: string, saved: SavedDisposition): DispositionFormState {
  const [unsaved, setUnsaved] = useState(() => readUnsaved(leadId));
  const { mutateAsync, reset, isPending, isSuccess, error } = useUpdateDisposition(leadId);
  const runSubmission = useSubmission();
  const { draft, stash } = unsaved;

  const update = (change: (current: UnsavedDisposition) => UnsavedDisposition) => {
    // Start from the store, not from this render's state: a response can arrive after a later edit.
    const next = change(readUnsaved(leadId));
    storeUnsaved(leadId, next);
    setUnsaved(next);
  };

  const isDirty = draft !== null;
  const hasUnsaved = isDirty || stash !== null;
  useEffect(() => {
    if (!hasUnsaved) return;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [hasUnsaved]);

  const { disposition, notes } = draft ?? saved;
  const isOutdated = hasCode(error, 'LEAD_CHANGED');
  return {
    disposition,
    notes,
    isDirty,
    isSaving: isPending,
    isSaved: isSuccess && !isDirty,
    isOutdated,
    failure: error === null || isOutdated ? null : getErrorMessage(error, UNREACHABLE),
    stash,
    edit: (values) => update((current) => editDraft(current, saved, values)),
    save: () => {
      if (draft === null) return;
      const onSuccess = (answer: SavedDisposition, sent: DispositionDraft) =>
        update((current) => applySaved(current, sent, answer));
      // A second one would conflict with the first.
      void runSubmission(() => mutateAsync(draft, { onSuccess }).catch(() => undefined));
    },
    discard: () => {
      reset();
      update((current) => ({ draft: null, stash: current.stash }));
    },
    acceptNewerVersion: () => {
      reset();
      update(stashDraft);
    },
    restoreStash: () => update((current) => restoreStash(current, saved)),
    discardStash: () => update((current) => ({ draft: current.draft, stash: null })),
  };
}
