import { describe, expect, it } from '@jest/globals';
import { needsCardDigits } from './card-digits.service.js';

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

describe('needsCardDigits', () => {
  it.each([
    ['a card and an address that nobody confirmed', 'pm_1', null, null, false],
    ['a card and an address that bounced before anybody confirmed it', 'pm_1', null, at(2), false],
    ['a card and a confirmed address', 'pm_1', at(1), null, false],
    ['a card and an address that bounced after its confirmation', 'pm_1', at(1), at(2), true],
    ['no card and an address that nobody confirmed', null, null, null, false],
  ])('with %s', (_what, stripePaymentMethodId, emailConfirmedAt, emailBouncedAt, expected) => {
    expect(needsCardDigits({ stripePaymentMethodId, emailConfirmedAt, emailBouncedAt })).toBe(expected);
  });
});
