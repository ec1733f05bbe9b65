import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { notifyManager, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useSubmission } from '@/components/ui/submission';
import { callRoute, getErrorMessage, getFieldErrors, hasCode, UNREACHABLE } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { COMMISSION_NOT_VALID, parseCommission } from './commission';
import {
  applySaved,
  type DispositionDraft,
  type DispositionValues,
  editDraft,
  hasUnsaved,
  readUnsaved,
  restoreStash,
  stashDraft,
  subscribeToUnsaved,
  toDispositionUpdate,
  toSavedDisposition,
  type UnsavedDisposition,
  updateUnsaved,
} from './disposition-drafts';
import { storeDisposition } from './store-disposition';
import { confirmLeaving } from '@/lib/unsaved-text';

// On every page, because the drafts of all leads are lost with the tab.
subscribeToUnsaved(() => {
  if (hasUnsaved()) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
});

/** Fails with LEAD_CHANGED if the draft's base is outdated. Goes on when the agent leaves the page. */
function useUpdateDisposition(leadId: string) {
  const queryClient = useQueryClient();
  const refreshLead = useBackgroundRefresh('getLead');
  return useMutation({
    mutationKey: routeKey('updateDisposition', leadId),
    mutationFn: (draft: DispositionDraft) =>
      callRoute('updateDisposition', { params: { leadId }, body: toDispositionUpdate(draft) }),
    onSuccess: (saved, sent) => {
      storeDisposition(queryClient, leadId, saved);
      // After the page got the saved values: without the draft, it would show the earlier ones for a moment.
      notifyManager.schedule(() =>
        updateUnsaved(leadId, (current) => applySaved(current, sent, toSavedDisposition(saved))),
      );
      // When the lead was first contacted may have changed, too.
      if (sent.disposition !== sent.base.disposition) refreshLead();
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
  const { draft, stash } = useSyncExternalStore(subscribeToUnsaved, () => readUnsaved(leadId));
  const [isCommissionRefused, refuseCommission] = useState(false);
  const { mutateAsync, reset, isSuccess, error } = useUpdateDisposition(leadId);
  // Also a save that began before the agent left the page and came back.
  const isSaving = useIsMutating({ mutationKey: routeKey('updateDisposition', leadId) }) > 0;
  const runSubmission = useSubmission();
  const isDirty = draft !== null;

  const update = (change: (current: UnsavedDisposition) => UnsavedDisposition) =>
    updateUnsaved(leadId, change);

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
    isSaving,
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
      // A second save would conflict with the first.
      if (draft === null || isSaving) return;
      refuseCommission(!isCommissionValid);
      if (!isCommissionValid) return;
      void runSubmission(() => mutateAsync(draft).catch(() => undefined));
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
