import { describe, expect, it } from '@jest/globals';
import { listRequestedAtSignUp } from './requested-at-sign-up.js';

const choices = { email: true, text: false, slack: false, other: null };

describe('listRequestedAtSignUp', () => {
  it('returns nothing for email alone, whatever was left empty', () => {
    expect(listRequestedAtSignUp(choices)).toEqual([]);
    expect(listRequestedAtSignUp({ ...choices, other: '  ' })).toEqual([]);
  });

  it('returns one request for each choice, with what was written under "Other"', () => {
    expect(listRequestedAtSignUp({ ...choices, text: true, slack: true, other: ' My CRM ' })).toEqual([
      { integrationType: 'sms', details: null },
      { integrationType: 'slack', details: null },
      { integrationType: 'other', details: 'My CRM' },
    ]);
  });
});
