import { describe, expect, it } from '@jest/globals';
import { mayContainPersonalData } from './personal-data.js';

const at = '2026-01-05T14:30:00.123456+00:00';

describe('mayContainPersonalData', () => {
  it('decides by the time at which the contact was read', () => {
    const confirmation = { confirmedAt: null, bouncedAt: null };
    expect(mayContainPersonalData({ at, ...confirmation, confirmBy: '2026-01-05T14:30:01+00:00' })).toBe(
      true,
    );
    expect(mayContainPersonalData({ at, ...confirmation, confirmBy: '2026-01-05T14:30:00+00:00' })).toBe(
      false,
    );
  });

  it('reads when the address was confirmed and when it bounced', () => {
    const expired = { at, confirmBy: '2026-01-01T00:00:00+00:00' };
    const confirmedAt = '2026-01-02T00:00:00+00:00';
    expect(mayContainPersonalData({ ...expired, confirmedAt, bouncedAt: null })).toBe(true);
    expect(mayContainPersonalData({ ...expired, confirmedAt, bouncedAt: '2026-01-03T00:00:00+00:00' })).toBe(
      false,
    );
  });

  it('is false if nothing is known', () => {
    expect(mayContainPersonalData({})).toBe(false);
  });
});
