import { deliveryFailureReasons } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { readFailureReason } from './stored-failure-codes.js';

describe('readFailureReason', () => {
  it.each(deliveryFailureReasons)('returns %s as stored by this release', (reason) => {
    expect(readFailureReason(reason)).toBe(reason);
  });

  it.each([
    ['SMTP_550', 'ADDRESS_REFUSED'],
    ['SMTP_553', 'ADDRESS_REFUSED'],
    ['SMTP_452', 'MAILBOX_FULL'],
    ['SMTP_552', 'MAILBOX_FULL'],
    ['SMTP_535', 'AUTHENTICATION_FAILED'],
    ['SMTP_421', 'TEMPORARY_ERROR'],
    ['SMTP_554', 'MESSAGE_REFUSED'],
    ['SMTP_555', 'MESSAGE_REFUSED'],
    ['BAD_ADDRESS', 'INVALID_ADDRESS'],
    ['EENVELOPE', 'INVALID_ADDRESS'],
    ['EAUTH', 'AUTHENTICATION_FAILED'],
    ['ETIMEDOUT', 'TIMEOUT'],
    ['EABORT', 'TIMEOUT'],
    ['ECONNECTION', 'CONNECTION_FAILED'],
    ['ESOCKET', 'CONNECTION_FAILED'],
    ['ECONNREFUSED', 'CONNECTION_FAILED'],
    ['ECONNRESET', 'CONNECTION_LOST'],
    ['EDNS', 'SERVER_NOT_FOUND'],
    ['ENOTFOUND', 'SERVER_NOT_FOUND'],
    ['ETLS', 'INSECURE_CONNECTION'],
    ['ESOMETHINGELSE', 'UNKNOWN'],
  ])('maps %s, stored by an earlier release, to %s', (code, reason) => {
    expect(readFailureReason(code)).toBe(reason);
  });

  it('returns null when no attempt has failed', () => {
    expect(readFailureReason(null)).toBeNull();
  });
});
