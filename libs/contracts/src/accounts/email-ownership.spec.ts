import { describe, expect, it } from '@jest/globals';
import { canReceivePersonalData, type EmailOwnership, isEmailConfirmed } from './email-ownership.js';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 5, hour));
const email = (overrides: Partial<EmailOwnership> = {}): EmailOwnership => ({
  confirmedAt: null,
  confirmBy: at(12),
  bouncedAt: null,
  ...overrides,
});

describe('canReceivePersonalData', () => {
  it.each<[string, Partial<EmailOwnership>, number, boolean]>([
    ['before the deadline', {}, 11, true],
    ['from the deadline on', {}, 12, false],
    ['after the deadline if confirmed before it', { confirmedAt: at(10) }, 20, true],
    ['after the deadline if confirmed after it', { confirmedAt: at(15) }, 20, true],
    ['before the deadline after a bounce', { bouncedAt: at(10) }, 11, false],
    [
      'after a bounce that is newer than the confirmation',
      { confirmedAt: at(9), bouncedAt: at(10) },
      11,
      false,
    ],
    ['after a bounce at the time of the confirmation', { confirmedAt: at(10), bouncedAt: at(10) }, 11, false],
    [
      'after a confirmation that is newer than the bounce',
      { confirmedAt: at(11), bouncedAt: at(10) },
      20,
      true,
    ],
  ])('decides %s', (_when, state, hour, expected) => {
    expect(canReceivePersonalData(email(state), at(hour))).toBe(expected);
  });
});

describe('isEmailConfirmed', () => {
  it.each<[string, Partial<EmailOwnership>, boolean]>([
    ['a new address', {}, false],
    ['a confirmed address', { confirmedAt: at(1) }, true],
    ['an address that bounced after its confirmation', { confirmedAt: at(1), bouncedAt: at(2) }, false],
    ['an address confirmed again', { confirmedAt: at(3), bouncedAt: at(2) }, true],
    ['an address that bounced before any confirmation', { bouncedAt: at(2) }, false],
  ])('decides %s', (_what, state, expected) => {
    expect(isEmailConfirmed(email(state))).toBe(expected);
  });
});
