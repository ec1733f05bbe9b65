import { useEffect, useState } from 'react';
import { useSubmission } from '@/components/ui/submission';
import { hasCode, getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { useUpdateDisposition } from '../api/lead.api';
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

export type DispositionFormState = ReturnType<typeof useDispositionForm>;

/** Form state that keeps what was typed through failed saves, newer versions and navigation. */
export function useDispositionForm(leadId: string, saved: SavedDisposition) {
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
    /** The last save succeeded, and nothing was edited since. */
    isSaved: isSuccess && !isDirty,
    /** The last save was rejected because the same agent saved a newer version in another window. */
    isOutdated,
    /** Why the last save failed, unless it was outdated. */
    failure: error === null || isOutdated ? null : getErrorMessage(error, UNREACHABLE),
    stash,
    edit: (values: Partial<DispositionValues>) => update((current) => editDraft(current, saved, values)),
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
    /** Call once the newer version is loaded. */
    acceptNewerVersion: () => {
      reset();
      update(stashDraft);
    },
    restoreStash: () => update((current) => restoreStash(current, saved)),
    discardStash: () => update((current) => ({ draft: current.draft, stash: null })),
  };
}
