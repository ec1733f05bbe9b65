import { describe, expect, it } from '@jest/globals';
import { describeDecline } from './describe-decline';

describe('describeDecline', () => {
  it.each([
    ['insufficient_funds', 'The card has insufficient funds.'],
    ['gave_up', 'The charge had no outcome for too long, so it was given up.'],
  ])('describes %s', (code, description) => {
    expect(describeDecline(code)).toBe(description);
  });

  it('shows an unlisted code as it is', () => {
    expect(describeDecline('new_rule')).toBe('The card was declined (new_rule).');
  });

  it('handles a missing code', () => {
    expect(describeDecline(null)).toBe('No reason was given.');
  });
});
