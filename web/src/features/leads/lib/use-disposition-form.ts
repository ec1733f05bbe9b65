import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSubmission } from '@/components/ui/submission';
import {
  callRoute,
  getErrorMessage,
  getFieldErrors,
  hasCode,
  type RouteAnswer,
  UNREACHABLE,
} from '@/lib/api-client';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { COMMISSION_NOT_VALID, parseCommission } from './commission';
import {
  applySaved,
  type DispositionDraft,
  type DispositionValues,
  editDraft,
  readUnsaved,
  restoreStash,
  stashDraft,
  toDispositionUpdate,
  toSavedDisposition,
  storeUnsaved,
  type UnsavedDisposition,
} from './disposition-drafts';
import { storeDisposition } from './store-disposition';

/** Fails with LEAD_CHANGED if the draft is based on an outdated version. */
function useUpdateDisposition(leadId: string) {
  const queryClient = useQueryClient();
  const refreshLead = useBackgroundRefresh('getLead');
  return useMutation({
    mutationFn: (draft: DispositionDraft) =>
      callRoute('updateDisposition', { params: { leadId }, body: toDispositionUpdate(draft) }),
    onSuccess: (saved, { disposition, base }) => {
      storeDisposition(queryClient, leadId, saved);
      // When the lead was first contacted may have changed, too.
      if (disposition !== base.disposition) refreshLead();
    },
  });
}

const findFieldError = (error: unknown, name: string): string | undefined =>
  getFieldErrors(error).find(({ field }) => field === name)?.message;

export type DispositionFormState = ReturnType<typeof useDispositionForm>;

/** Form state that keeps what was typed through failed saves, newer versions and navigation. */
export function useDispositionForm(lead: LeadPage) {
  const { id: leadId } = lead;
  const saved = toSavedDisposition(lead);
  const [unsaved, setUnsaved] = useState(() => readUnsaved(leadId));
  const [isCommissionRefused, refuseCommission] = useState(false);
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

  const values: DispositionValues = draft ?? saved;
  const isCommissionValid = parseCommission(values.commission) !== undefined;
  const isOutdated = hasCode(error, 'LEAD_CHANGED');
  const errors = {
    remindAt: hasCode(error, 'REMINDER_PASSED')
      ? getErrorMessage(error, UNREACHABLE)
      : findFieldError(error, 'remindAt'),
    appointmentAt: findFieldError(error, 'appointmentAt'),
    commission:
      isCommissionRefused && !isCommissionValid
        ? COMMISSION_NOT_VALID
        : findFieldError(error, 'commissionCents'),
  };
  const isAboutField = Object.values(errors).some((message) => message !== undefined);
  return {
    values,
    /** The saved values, in the format of the fields. */
    saved,
    isDirty,
    isSaving: isPending,
    /** The last save succeeded, and nothing was edited since. */
    isSaved: isSuccess && !isDirty,
    /** The last save was rejected because the same agent saved a newer version in another window. */
    isOutdated,
    /** Why a field was refused. */
    errors,
    /** Why the last save failed, unless it was outdated or a field says why. */
    failure: error === null || isOutdated || isAboutField ? null : getErrorMessage(error, UNREACHABLE),
    stash,
    edit: (change: Partial<DispositionValues>) => {
      if (isAboutField) reset();
      update((current) => editDraft(current, saved, change));
    },
    save: () => {
      if (draft === null) return;
      refuseCommission(!isCommissionValid);
      if (!isCommissionValid) return;
      const onSuccess = (answer: RouteAnswer<'updateDisposition'>, sent: DispositionDraft) =>
        update((current) => applySaved(current, sent, toSavedDisposition(answer)));
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
