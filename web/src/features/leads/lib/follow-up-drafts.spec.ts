import { describe, expect, it } from '@jest/globals';
import {
  changeOf,
  edited,
  type DispositionDraft,
  keepUnsaved,
  nothingUnsaved,
  readUnsaved,
  saved,
  setAside,
  takenBack,
} from './follow-up-drafts';

const base = { disposition: 'new', notes: 'Old', version: 3 } as const;
const newer = { disposition: 'won', notes: 'Theirs', version: 4 } as const;
const draft = (change: Partial<DispositionDraft>): DispositionDraft => ({
  base,
  disposition: 'new',
  notes: 'Old',
  ...change,
});

describe('what is sent of a draft', () => {
  it('is what was changed, with the version it was changed in', () => {
    expect(changeOf(draft({ notes: 'Call' }))).toEqual({ version: 3, notes: 'Call' });
    expect(changeOf(draft({ disposition: 'won' }))).toEqual({ version: 3, disposition: 'won' });
    expect(changeOf(draft({ disposition: 'won', notes: '' }))).toEqual({
      version: 3,
      disposition: 'won',
      notes: '',
    });
  });
});

describe('a draft', () => {
  it('begins with the first edit, and keeps the version it began from', () => {
    const first = edited(nothingUnsaved, base, { notes: 'Call' });
    expect(first.draft).toEqual(draft({ notes: 'Call' }));
    expect(edited(first, newer, { disposition: 'lost' }).draft).toEqual(
      draft({ notes: 'Call', disposition: 'lost' }),
    );
  });

  it('is gone when an edit leads back to what is saved', () => {
    const first = edited(nothingUnsaved, base, { notes: 'Call' });
    expect(edited(first, base, { notes: 'Old' })).toEqual(nothingUnsaved);
  });

  it('is gone when it was saved', () => {
    const sent = draft({ notes: 'Call' });
    expect(saved({ draft: sent, aside: null }, sent, { ...newer, notes: 'Call' })).toEqual(nothingUnsaved);
  });

  it('goes on from what was saved when more was typed meanwhile', () => {
    const sent = draft({ notes: 'Call' });
    const answer = { disposition: 'new', notes: 'Call', version: 4 } as const;
    const typed = draft({ notes: 'Call on Friday' });
    expect(saved({ draft: typed, aside: null }, sent, answer).draft).toEqual({ ...typed, base: answer });
  });
});

describe('a newer version', () => {
  const mine = { draft: draft({ notes: 'Mine', disposition: 'contacted' }), aside: null };

  it('takes the place of what was typed, which is kept beside it', () => {
    expect(setAside(mine)).toEqual({ draft: null, aside: { disposition: 'contacted', notes: 'Mine' } });
    const twice = { draft: null, aside: { disposition: 'lost', notes: 'Before' } } as const;
    expect(setAside(twice)).toEqual(twice);
  });

  it('is what the typed text is then made from', () => {
    const back = takenBack(setAside(mine), newer);
    expect(back).toEqual({ draft: { disposition: 'contacted', notes: 'Mine', base: newer }, aside: null });
    expect(back.draft && changeOf(back.draft)).toEqual({
      version: 4,
      disposition: 'contacted',
      notes: 'Mine',
    });
  });
});

describe('what is unsaved', () => {
  it('is kept for its lead until there is nothing of it', () => {
    const mine = { draft: draft({ notes: 'Call' }), aside: null };
    keepUnsaved('a', mine);
    expect(readUnsaved('a')).toBe(mine);
    expect(readUnsaved('b')).toBe(nothingUnsaved);
    keepUnsaved('a', { draft: null, aside: null });
    expect(readUnsaved('a')).toBe(nothingUnsaved);
  });
});
