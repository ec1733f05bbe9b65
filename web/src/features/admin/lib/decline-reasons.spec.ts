import { describe, expect, it } from '@jest/globals';
import { declineReason } from './decline-reasons';

describe('why a charge came to nothing', () => {
  it.each([
    ['insufficient_funds', 'There is not enough money on the card.'],
    ['gave_up', 'The outcome stayed unknown for too long, so the charge was cancelled.'],
  ])('%s is said in words', (code, sentence) => {
    expect(declineReason(code)).toBe(sentence);
  });

  it('names a code that is not known, and says when there is none', () => {
    expect(declineReason('new_rule')).toBe('The card was declined (new_rule).');
    expect(declineReason(null)).toBe('No reason was given.');
  });
});
