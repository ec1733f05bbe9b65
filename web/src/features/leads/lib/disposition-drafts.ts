import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import type { RouteAnswer, RouteBody } from '@/lib/api-client';
import { toLocalTime } from '@/lib/dates';
import { formatDollars } from '@/lib/dollars';
import { Store } from '@/lib/store';
import { parseCommission } from './commission';

/** The agent's entries for a lead, in the format of the form's fields. */
export interface DispositionValues {
  readonly disposition: Disposition;
  readonly notes: string;
  /** When to call back, on the agent's clock: '2026-03-31T15:00'. Empty if no time is set. */
  readonly remindAt: string;
  /** Like `remindAt`. */
  readonly appointmentAt: string;
  /** In dollars, as it was typed. */
  readonly commission: string;
}

interface SavedDisposition extends DispositionValues {
  readonly version: number;
}

/** An unsaved edit. `base` is the version it started from, so the server can detect a concurrent change. */
export interface DispositionDraft extends DispositionValues {
  readonly base: SavedDisposition;
}

export interface UnsavedDisposition {
  readonly draft: DispositionDraft | null;
  /** The fields that were edited before a newer version was loaded, until they are reused or discarded. */
  readonly stash: Partial<DispositionValues> | null;
}

export const nothingUnsaved: UnsavedDisposition = { draft: null, stash: null };

const toField = (at: string | null): string => (at === null ? '' : toLocalTime(at));

/** Converts the values of the server to those of the fields. */
export const toSavedDisposition = (saved: RouteAnswer<'updateDisposition'>): SavedDisposition => ({
  disposition: saved.disposition,
  notes: saved.notes,
  remindAt: toField(saved.remindAt),
  appointmentAt: toField(saved.appointmentAt),
  commission: formatDollars(saved.commissionCents),
  version: saved.version,
});

const valueNames = ['disposition', 'notes', 'remindAt', 'appointmentAt', 'commission'] as const;

/** Returns the values of `to` that `from` does not have. */
const pickChanged = (from: DispositionValues, to: DispositionValues): Partial<DispositionValues> =>
  Object.fromEntries(valueNames.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]));

const isSame = (one: DispositionValues, other: DispositionValues): boolean =>
  valueNames.every((name) => one[name] === other[name]);

/** Applies an edit. Typing the saved values back leaves no draft. */
export function editDraft(
  { draft, stash }: UnsavedDisposition,
  saved: SavedDisposition,
  change: Partial<DispositionValues>,
): UnsavedDisposition {
  const base = draft?.base ?? saved;
  const { disposition, notes, remindAt, appointmentAt, commission } = { ...(draft ?? saved), ...change };
  const next = { disposition, notes, remindAt, appointmentAt, commission, base };
  return { stash, draft: isSame(next, base) ? null : next };
}

/** Applies a successful save. Edits made while it was in flight become a draft of the saved version. */
export function applySaved(
  { draft, stash }: UnsavedDisposition,
  sent: DispositionDraft,
  saved: SavedDisposition,
): UnsavedDisposition {
  if (draft === null || isSame(draft, sent)) return { draft: null, stash };
  return editDraft({ draft: null, stash }, saved, pickChanged(sent, draft));
}

/** Adds the draft to the stash, so a newer version can be shown. */
export const stashDraft = ({ draft, stash }: UnsavedDisposition): UnsavedDisposition => ({
  draft: null,
  stash: draft === null ? stash : { ...stash, ...pickChanged(draft.base, draft) },
});

/** Turns the stash into a draft of the newer version. What was edited since stays. */
export const restoreStash = (unsaved: UnsavedDisposition, newer: SavedDisposition): UnsavedDisposition =>
  editDraft({ draft: unsaved.draft, stash: null }, newer, stashDraft(unsaved).stash ?? {});

/** Returns the changed fields and the version they are based on. The commission must be valid. */
export function toDispositionUpdate({ base, ...values }: DispositionDraft): RouteBody<'updateDisposition'> {
  const { disposition, notes, remindAt, appointmentAt, commission } = values;
  return {
    version: base.version,
    ...(disposition !== base.disposition && { disposition }),
    ...(notes !== base.notes && { notes }),
    ...(remindAt !== base.remindAt && { remindAt: remindAt || null }),
    ...(appointmentAt !== base.appointmentAt && { appointmentAt: appointmentAt || null }),
    ...(commission !== base.commission && { commissionCents: parseCommission(commission) ?? null }),
  };
}

/** Kept for the life of the tab, so leaving a lead's page does not lose its draft. */
class UnsavedByLead extends Store<ReadonlyMap<string, UnsavedDisposition>> {
  set(leadId: string, unsaved: UnsavedDisposition): void {
    const next = new Map(this.read());
    if (unsaved.draft === null && unsaved.stash === null) next.delete(leadId);
    else next.set(leadId, unsaved);
    this.write(next);
  }
}
const unsavedByLead = new UnsavedByLead(new Map());

export const subscribeToUnsaved = unsavedByLead.subscribe;
export const hasUnsaved = (): boolean => unsavedByLead.read().size > 0;
export const readUnsaved = (leadId: string): UnsavedDisposition =>
  unsavedByLead.read().get(leadId) ?? nothingUnsaved;
/** Starts from what is stored: a response can arrive after a later edit. */
export const updateUnsaved = (
  leadId: string,
  change: (current: UnsavedDisposition) => UnsavedDisposition,
): void => unsavedByLead.set(leadId, change(readUnsaved(leadId)));
