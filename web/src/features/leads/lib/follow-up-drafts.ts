import type { Disposition } from '@desk/contracts/leads/sold-leads.values';

/** What an agent keeps about a lead. */
export interface DispositionValues {
  readonly disposition: Disposition;
  readonly notes: string;
}

/** What the server has of it. */
export interface SavedDisposition extends DispositionValues {
  readonly version: number;
}

/** What is typed and not saved. `base`: what it was made from, so that a change by somebody else is noticed. */
export interface DispositionDraft extends DispositionValues {
  readonly base: SavedDisposition;
}

export interface Unsaved {
  readonly draft: DispositionDraft | null;
  /** Typed before a newer version was loaded, and neither used nor discarded yet. */
  readonly aside: DispositionValues | null;
}

export const nothingUnsaved: Unsaved = { draft: null, aside: null };

const isSame = (one: DispositionValues, other: DispositionValues): boolean =>
  one.disposition === other.disposition && one.notes === other.notes;

/** An edit that leads back to what is saved leaves nothing to save. */
export function edited(
  { draft, aside }: Unsaved,
  saved: SavedDisposition,
  change: Partial<DispositionValues>,
): Unsaved {
  const base = draft?.base ?? saved;
  const { disposition, notes } = { ...(draft ?? saved), ...change };
  const next = { disposition, notes, base };
  return { aside, draft: isSame(next, base) ? null : next };
}

/** What was sent is saved; what was typed meanwhile goes on from there. */
export function saved({ draft, aside }: Unsaved, sent: DispositionDraft, answer: SavedDisposition): Unsaved {
  if (draft === null || isSame(draft, sent)) return { draft: null, aside };
  return edited({ draft: null, aside }, answer, { disposition: draft.disposition, notes: draft.notes });
}

/** A newer version takes the place of the draft, which is kept beside it. */
export const setAside = ({ draft, aside }: Unsaved): Unsaved => ({
  draft: null,
  aside: draft === null ? aside : { disposition: draft.disposition, notes: draft.notes },
});

/** What was kept beside it is the draft again, now made from the newer version. */
export const takenBack = ({ aside }: Unsaved, newer: SavedDisposition): Unsaved =>
  edited(nothingUnsaved, newer, aside ?? {});

/** Only what was changed, for the version that it was changed in. */
export function changeOf({
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

/** Outlives the page of its lead, so that looking elsewhere loses nothing. Gone with the tab. */
const kept = new Map<string, Unsaved>();

export const readUnsaved = (leadId: string): Unsaved => kept.get(leadId) ?? nothingUnsaved;

export function keepUnsaved(leadId: string, unsaved: Unsaved): void {
  if (unsaved.draft === null && unsaved.aside === null) kept.delete(leadId);
  else kept.set(leadId, unsaved);
}
