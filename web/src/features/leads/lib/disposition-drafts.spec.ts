import { describe, expect, it } from '@jest/globals';
import {
  applySaved,
  type DispositionDraft,
  editDraft,
  nothingUnsaved,
  readUnsaved,
  restoreStash,
  stashDraft,
  storeUnsaved,
  toDispositionUpdate,
} from './disposition-drafts';

const base = { disposition: 'new', notes: 'Old', version: 3 } as const;
const newer = { disposition: 'won', notes: 'Theirs', version: 4 } as const;
const draft = (change: Partial<DispositionDraft>): DispositionDraft => ({
  base,
  disposition: 'new',
  notes: 'Old',
  ...change,
});

describe('toDispositionUpdate', () => {
  it('returns the changed fields and their base version', () => {
    expect(toDispositionUpdate(draft({ notes: 'Call' }))).toEqual({ version: 3, notes: 'Call' });
    expect(toDispositionUpdate(draft({ disposition: 'won' }))).toEqual({ version: 3, disposition: 'won' });
    expect(toDispositionUpdate(draft({ disposition: 'won', notes: '' }))).toEqual({
      version: 3,
      disposition: 'won',
      notes: '',
    });
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

  it('ends when an edit restores the saved values', () => {
    const first = editDraft(nothingUnsaved, base, { notes: 'Call' });
    expect(editDraft(first, base, { notes: 'Old' })).toEqual(nothingUnsaved);
  });

  it('ends when it is saved', () => {
    const sent = draft({ notes: 'Call' });
    const unsaved = applySaved({ draft: sent, stash: null }, sent, { ...newer, notes: 'Call' });
    expect(unsaved).toEqual(nothingUnsaved);
  });

  it('keeps what was typed during the save, based on the saved version', () => {
    const sent = draft({ notes: 'Call' });
    const saved = { disposition: 'new', notes: 'Call', version: 4 } as const;
    const typed = draft({ notes: 'Call on Friday' });
    expect(applySaved({ draft: typed, stash: null }, sent, saved).draft).toEqual({ ...typed, base: saved });
  });
});

describe('loading a newer version', () => {
  const unsaved = { draft: draft({ notes: 'Mine', disposition: 'contacted' }), stash: null };

  it('stashes the draft', () => {
    expect(stashDraft(unsaved)).toEqual({
      draft: null,
      stash: { disposition: 'contacted', notes: 'Mine' },
    });
  });

  it('keeps an earlier stash when there is no draft', () => {
    const stashed = { draft: null, stash: { disposition: 'lost', notes: 'Before' } } as const;
    expect(stashDraft(stashed)).toEqual(stashed);
  });

  it('bases a restored stash on the newer version', () => {
    const restored = restoreStash(stashDraft(unsaved), newer);
    expect(restored).toEqual({
      draft: { disposition: 'contacted', notes: 'Mine', base: newer },
      stash: null,
    });
    expect(restored.draft && toDispositionUpdate(restored.draft)).toEqual({
      version: 4,
      disposition: 'contacted',
      notes: 'Mine',
    });
  });
});

describe('storeUnsaved', () => {
  it('keeps the edits of each lead until nothing is unsaved', () => {
    const unsaved = { draft: draft({ notes: 'Call' }), stash: null };
    storeUnsaved('a', unsaved);
    expect(readUnsaved('a')).toBe(unsaved);
    expect(readUnsaved('b')).toBe(nothingUnsaved);
    storeUnsaved('a', { draft: null, stash: null });
    expect(readUnsaved('a')).toBe(nothingUnsaved);
  });
});
