import { describe, expect, it } from '@jest/globals';
import { isUsedUpCode, toAddress, toRefusal } from './slack.controller.js';

describe('toAddress', () => {
  it('names channel and workspace on one line', () => {
    expect(toAddress('#leads', 'Acme\nAnnuities')).toBe('#leads in Acme Annuities');
  });
});

describe('toRefusal', () => {
  it('explains what cannot work, and lets passing problems pass', () => {
    const refusal = toRefusal({ result: 'permanent', reason: 'NOT_IN_CHANNEL' });
    expect(refusal).toMatchObject({ code: 'SLACK_REFUSED' });
    expect(refusal?.message).toContain('/invite');
    expect(toRefusal({ result: 'permanent', reason: 'MESSAGE_REFUSED' })).toMatchObject({
      code: 'SLACK_REFUSED',
    });
    expect(toRefusal({ result: 'temporary', reason: 'TIMEOUT' })).toBeUndefined();
  });
});

describe('isUsedUpCode', () => {
  it.each([
    ['invalid_code', true],
    ['code_already_used', true],
    ['bad_client_secret', false],
    [undefined, false],
  ])('says of %s: %s', (error, expected) => {
    expect(isUsedUpCode(error)).toBe(expected);
  });
});
