import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@/lib/api-client';
import { findCode, isAboutPhone, toResendMs, toWaitSeconds } from './phone-code';

const code = {
  phone: '+15125550142',
  expiresAt: '2026-01-05T14:40:00.000Z',
  resendAt: '2026-01-05T14:31:00.000Z',
};
const sentMs = Date.parse('2026-01-05T14:30:00.000Z');
const MINUTE_MS = 60_000;

const fail = (problem: object): ApiError => new ApiError(422, JSON.stringify(problem), '');

describe('findCode', () => {
  it('returns a code until it expires', () => {
    const setUp = { isAvailable: true, code };
    expect(findCode(setUp, sentMs)).toBe(code);
    expect(findCode(setUp, sentMs + 10 * MINUTE_MS)).toBeNull();
    expect(findCode({ isAvailable: true, code: null }, sentMs)).toBeNull();
  });
});

describe('toResendMs', () => {
  it('returns the time from which the server sends another code', () => {
    expect(toResendMs(code, sentMs + 20_000)).toBe(sentMs + MINUTE_MS);
  });

  it('waits no longer than a minute even if the clock is slow', () => {
    const slowMs = sentMs - 5 * MINUTE_MS;
    expect(toResendMs(code, slowMs)).toBe(slowMs + MINUTE_MS);
  });
});

describe('toWaitSeconds', () => {
  it.each([
    [60_000, 60],
    [1_001, 2],
    [1, 1],
    [0, 0],
    [-5_000, 0],
  ])('turns %i ms into %i s', (ms, seconds) => {
    expect(toWaitSeconds(sentMs + ms, sentMs)).toBe(seconds);
  });
});

describe('isAboutPhone', () => {
  it.each(['PHONE_OPTED_OUT', 'PHONE_REFUSED'])('is true for %s', (name) => {
    expect(isAboutPhone(fail({ code: name, detail: 'Not this number.', errors: [] }))).toBe(true);
  });

  it('is true for an error in the phone field', () => {
    const errors = [{ field: 'phone', message: 'Enter a US phone number' }];
    const error = fail({ code: 'INVALID_REQUEST', detail: 'Some fields are not valid.', errors });
    expect(isAboutPhone(error)).toBe(true);
  });

  it('is false for failures that another number would not fix', () => {
    expect(isAboutPhone(fail({ code: 'TOO_MANY_REQUESTS', detail: 'Wait.', errors: [] }))).toBe(false);
    expect(isAboutPhone(new TypeError('fetch failed'))).toBe(false);
  });
});
