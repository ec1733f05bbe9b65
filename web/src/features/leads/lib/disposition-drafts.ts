import type { Disposition } from '@desk/contracts/leads/sold-leads.values';

/** The agent's own status and notes for a lead. */
export interface DispositionValues {
  readonly disposition: Disposition;
  readonly notes: string;
}

export interface SavedDisposition extends DispositionValues {
  readonly version: number;
}

/** An unsaved edit. `base` is the version it started from, so the server can detect a concurrent change. */
export interface DispositionDraft extends DispositionValues {
  readonly base: SavedDisposition;
}

export interface UnsavedDisposition {
  readonly draft: DispositionDraft | null;
  /** Typed before a newer version was loaded, and not yet reused or discarded. */
  readonly stash: DispositionValues | null;
}

export const nothingUnsaved: UnsavedDisposition = { draft: null, stash: null };

const isSame = (one: DispositionValues, other: DispositionValues): boolean =>
  one.disposition === other.disposition && one.notes === other.notes;

/** Applies an edit. Typing the saved values back leaves no draft. */
export function editDraft(
  { draft, stash }: UnsavedDisposition,
  saved: SavedDisposition,
  change: Partial<DispositionValues>,
): UnsavedDisposition {
  const base = draft?.base ?? saved;
  const { disposition, notes } = { ...(draft ?? saved), ...change };
  const next = { disposition, notes, base };
  return { stash, draft: isSame(next, base) ? null : next };
}

/** Applies a successful save. Edits made while it was in flight become a draft of the saved version. */
export function applySaved(
  { draft, stash }: UnsavedDisposition,
  sent: DispositionDraft,
  saved: SavedDisposition,
): UnsavedDisposition {
  if (draft === null || isSame(draft, sent)) return { draft: null, stash };
  return editDraft({ draft: null, stash }, saved, { disposition: draft.disposition, notes: draft.notes });
}

/** Moves the draft to the stash, so a newer version can be shown. */
export const stashDraft = ({ draft, stash }: UnsavedDisposition): UnsavedDisposition => ({
  draft: null,
  stash: draft === null ? stash : { disposition: draft.disposition, notes: draft.notes },
});

/** Turns the stash into a draft of the newer version. */
export const restoreStash = ({ stash }: UnsavedDisposition, newer: SavedDisposition): UnsavedDisposition =>
  editDraft(nothingUnsaved, newer, stash ?? {});

/** Returns the changed fields and the version they are based on. */
export function toDispositionUpdate({
  base,
  disposition,
  notes,
}: DispositionDraft): Partial<DispositionValues> & { version: number } {
  return {
    version: base.version,
    ...(disposition === base.disposition ? {} : { disposition }),
    ...(notes === base.notes ? {} : { notes }),
  };
}

/** Kept for the life of the tab, so leaving a lead's page does not lose its draft. */
const unsavedByLead = new Map<string, UnsavedDisposition>();

export const readUnsaved = (leadId: string): UnsavedDisposition =>
  unsavedByLead.get(leadId) ?? nothingUnsaved;

export function storeUnsaved(leadId: string, unsaved: UnsavedDisposition): void {
  if (unsaved.draft === null && unsaved.stash === null) unsavedByLead.delete(leadId);
  else unsavedByLead.set(leadId, unsaved);
}
