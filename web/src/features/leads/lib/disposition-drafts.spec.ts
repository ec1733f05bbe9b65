import { describe, expect, it } from '@jest/globals';
import { showTimesIn } from '@/lib/time-zone';
import {
  applySaved,
  type DispositionDraft,
  editDraft,
  hasUnsaved,
  nothingUnsaved,
  readUnsaved,
  restoreStash,
  stashDraft,
  subscribeToUnsaved,
  toDispositionUpdate,
  toSavedDisposition,
  updateUnsaved,
} from './disposition-drafts';

const plans = { remindAt: '2026-03-03T15:00', appointmentAt: '', commission: '' };
const base = { ...plans, disposition: 'new', notes: 'Old', version: 3 } as const;
const newer = { ...plans, disposition: 'won', notes: 'Theirs', version: 4 } as const;
const draft = (change: Partial<DispositionDraft>): DispositionDraft => ({
  ...plans,
  base,
  disposition: 'new',
  notes: 'Old',
  ...change,
});

describe('toDispositionUpdate', () => {
  it.each([
    [{ notes: 'Call' }, { notes: 'Call' }],
    [{ disposition: 'won' }, { disposition: 'won' }],
    [
      { disposition: 'won', notes: '' },
      { disposition: 'won', notes: '' },
    ],
    [{ remindAt: '2026-03-04T09:30' }, { remindAt: '2026-03-04T09:30' }],
    [{ remindAt: '' }, { remindAt: null }],
    [{ appointmentAt: '2026-03-05T10:00' }, { appointmentAt: '2026-03-05T10:00' }],
    [{ commission: '$1,250.50' }, { commissionCents: 125_050 }],
  ] as const)('sends of %j the changed fields and their base version', (change, update) => {
    expect(toDispositionUpdate(draft(change))).toEqual({ version: 3, ...update });
  });

  it('clears a commission', () => {
    const earned = { ...base, commission: '1250' };
    expect(toDispositionUpdate(draft({ base: earned, commission: ' ' }))).toEqual({
      version: 3,
      commissionCents: null,
    });
  });
});

describe('toSavedDisposition', () => {
  it.each([
    ['America/New_York', '2026-11-01T01:30'],
    ['America/Denver', '2026-11-01T00:30'],
    ['America/Phoenix', '2026-10-31T23:30'],
    ['Pacific/Honolulu', '2026-10-31T20:30'],
  ])('shows times on a clock in %s, and does not send those that were not edited', (timeZone, local) => {
    showTimesIn(timeZone);
    const remindAt = '2026-11-01T06:30:00.000Z';
    const stored = { disposition: 'new', notes: '', appointmentAt: null, commissionCents: 50, version: 1 };
    const saved = toSavedDisposition({ ...stored, disposition: 'new', remindAt });
    expect(saved).toMatchObject({ remindAt: local, appointmentAt: '', commission: '0.50' });
    const edited = editDraft(nothingUnsaved, saved, { notes: 'Call' }).draft;
    expect(edited && toDispositionUpdate(edited)).toEqual({ version: 1, notes: 'Call' });
    showTimesIn(undefined);
  });
});

describe('a draft', () => {
  it('keeps the version of its first edit', () => {
    const first = editDraft(nothingUnsaved, base, { notes: 'Call' });
    expect(first.draft).toEqual(draft({ notes: 'Call' }));
    expect(editDraft(first, newer, { disposition: 'lost' }).draft).toEqual(
      draft({ notes: 'Call', disposition: 'lost' }),
    );
  });

  it.each([
    [{ notes: 'Call' }, { notes: 'Old' }],
    [{ remindAt: '' }, { remindAt: '2026-03-03T15:00' }],
  ])('of %j ends when an edit restores the saved values', (change, restored) => {
    const first = editDraft(nothingUnsaved, base, change);
    expect(editDraft(first, base, restored)).toEqual(nothingUnsaved);
  });

  it('ends when it is saved', () => {
    const sent = draft({ notes: 'Call' });
    const unsaved = applySaved({ draft: sent, stash: null }, sent, { ...newer, notes: 'Call' });
    expect(unsaved).toEqual(nothingUnsaved);
  });

  it('keeps what was typed during the save, based on the saved version', () => {
    // This time does not exist: clocks go forward from 2:00 to 3:00. The server saved the time an hour later.
    const sent = draft({ notes: 'Call', appointmentAt: '2026-03-08T02:30' });
    const saved = { ...base, notes: 'Call', appointmentAt: '2026-03-08T03:30', version: 4 };
    const typed = { ...sent, notes: 'Call on Friday' };
    expect(applySaved({ draft: typed, stash: null }, sent, saved).draft).toEqual(
      draft({ notes: 'Call on Friday', appointmentAt: '2026-03-08T03:30', base: saved }),
    );
  });
});

describe('loading a newer version', () => {
  const unsaved = { draft: draft({ notes: 'Mine', commission: '500' }), stash: null };

  it('stashes what was edited', () => {
    expect(stashDraft(unsaved)).toEqual({ draft: null, stash: { notes: 'Mine', commission: '500' } });
  });

  it('keeps an earlier stash when there is no draft', () => {
    const stashed = { draft: null, stash: { disposition: 'lost', notes: 'Before' } } as const;
    expect(stashDraft(stashed)).toEqual(stashed);
  });

  it('adds to an earlier stash, and keeps the later text of a field that is in both', () => {
    const stash = { disposition: 'lost', notes: 'Before' } as const;
    expect(stashDraft({ ...unsaved, stash })).toEqual({
      draft: null,
      stash: { disposition: 'lost', notes: 'Mine', commission: '500' },
    });
  });

  it('keeps what was typed before the stash is restored, and its later text', () => {
    const later = { notes: 'Later', appointmentAt: '2026-03-05T10:00' };
    const typed = draft({ base: newer, disposition: 'won', ...later });
    const restored = restoreStash({ draft: typed, stash: { notes: 'Mine', commission: '500' } }, newer);
    expect(restored).toEqual({ draft: { ...typed, commission: '500' }, stash: null });
  });

  it('bases a restored stash on the newer version, and keeps what was not edited', () => {
    const restored = restoreStash(stashDraft(unsaved), newer);
    expect(restored).toEqual({
      draft: draft({ disposition: 'won', notes: 'Mine', commission: '500', base: newer }),
      stash: null,
    });
    expect(restored.draft && toDispositionUpdate(restored.draft)).toEqual({
      version: 4,
      notes: 'Mine',
      commissionCents: 50_000,
    });
  });
});

describe('updateUnsaved', () => {
  it('keeps the edits of each lead until nothing is unsaved, and notifies pages of each change', () => {
    const unsaved = { draft: draft({ notes: 'Call' }), stash: null };
    const seen: boolean[] = [];
    const unsubscribe = subscribeToUnsaved(() => seen.push(hasUnsaved()));
    updateUnsaved('a', () => unsaved);
    expect(readUnsaved('a')).toBe(unsaved);
    expect(readUnsaved('b')).toBe(nothingUnsaved);
    updateUnsaved('a', (current) => ({ ...current, draft: null }));
    expect(readUnsaved('a')).toBe(nothingUnsaved);
    expect(seen).toEqual([true, false]);
    unsubscribe();
  });
});
