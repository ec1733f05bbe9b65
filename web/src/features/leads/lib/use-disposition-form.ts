import type { LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSubmission } from '@/components/ui/submission';
import { callRoute, getErrorMessage, hasCode, UNREACHABLE } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import {
  applySaved,
  type DispositionDraft,
  type DispositionValues,
  editDraft,
  readUnsaved,
  restoreStash,
  type SavedDisposition,
  stashDraft,
  toDispositionUpdate,
  storeUnsaved,
  type UnsavedDisposition,
} from './disposition-drafts';

/** Fails with LEAD_CHANGED if the draft is based on an outdated version. */
function useUpdateDisposition(leadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: DispositionDraft) =>
      callRoute('updateDisposition', { params: { leadId }, body: toDispositionUpdate(draft) }),
    onSuccess: ({ disposition, notes, version }) => {
      queryClient.setQueryData(
        routeQuery('getLead', { params: { leadId } }).queryKey,
        (lead) => lead && { ...lead, disposition, notes, version },
      );
      queryClient.setQueriesData<LeadsPage>(
        { queryKey: routeKey('listLeads') },
        (page) =>
          page && {
            ...page,
            leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, disposition } : lead)),
          },
      );
    },
  });
}

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
