import { describe, expect, it } from '@jest/globals';
import {
  changeOf,
  edited,
  type FollowUpDraft,
  keepUnsaved,
  nothingUnsaved,
  readUnsaved,
  saved,
  setAside,
  takenBack,
} from './follow-up-drafts';

const base = { followUp: 'new', notes: 'Old', version: 3 } as const;
const newer = { followUp: 'won', notes: 'Theirs', version: 4 } as const;
const draft = (change: Partial<FollowUpDraft>): FollowUpDraft => ({
  base,
  followUp: 'new',
  notes: 'Old',
  ...change,
});

describe('what is sent of a draft', () => {
  it('is what was changed, with the version it was changed in', () => {
    expect(changeOf(draft({ notes: 'Call' }))).toEqual({ version: 3, notes: 'Call' });
    expect(changeOf(draft({ followUp: 'won' }))).toEqual({ version: 3, followUp: 'won' });
    expect(changeOf(draft({ followUp: 'won', notes: '' }))).toEqual({
      version: 3,
      followUp: 'won',
      notes: '',
    });
  });
});

describe('a draft', () => {
  it('begins with the first edit, and keeps the version it began from', () => {
    const first = edited(nothingUnsaved, base, { notes: 'Call' });
    expect(first.draft).toEqual(draft({ notes: 'Call' }));
    expect(edited(first, newer, { followUp: 'lost' }).draft).toEqual(
      draft({ notes: 'Call', followUp: 'lost' }),
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
    const answer = { followUp: 'new', notes: 'Call', version: 4 } as const;
    const typed = draft({ notes: 'Call on Friday' });
    expect(saved({ draft: typed, aside: null }, sent, answer).draft).toEqual({ ...typed, base: answer });
  });
});

describe('a newer version', () => {
  const mine = { draft: draft({ notes: 'Mine', followUp: 'contacted' }), aside: null };

  it('takes the place of what was typed, which is kept beside it', () => {
    expect(setAside(mine)).toEqual({ draft: null, aside: { followUp: 'contacted', notes: 'Mine' } });
    const twice = { draft: null, aside: { followUp: 'lost', notes: 'Before' } } as const;
    expect(setAside(twice)).toEqual(twice);
  });

  it('is what the typed text is then made from', () => {
    const back = takenBack(setAside(mine), newer);
    expect(back).toEqual({ draft: { followUp: 'contacted', notes: 'Mine', base: newer }, aside: null });
    expect(back.draft && changeOf(back.draft)).toEqual({ version: 4, followUp: 'contacted', notes: 'Mine' });
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
