import { describe, expect, it } from '@jest/globals';
import { codeAt, createAppSecret, findStep, toAppUri } from './totp.js';

/** The test vectors of RFC 6238, appendix B, cut to six digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('findStep', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [2_000_000_000, '279037', 66_666_666],
  ])('accepts the code of RFC 6238 at %d s', (seconds, code, step) => {
    expect(findStep(RFC_SECRET, code, seconds * 1_000)).toBe(step);
  });

  it('accepts one step before and after, and names the step of the code', () => {
    const nowMs = 1_800_000_015_000;
    const step = 60_000_000;
    for (const delta of [-1, 0, 1])
      expect(findStep(RFC_SECRET, codeAt(RFC_SECRET, nowMs + delta * 30_000), nowMs)).toBe(step + delta);
    for (const delta of [-2, 2])
      expect(findStep(RFC_SECRET, codeAt(RFC_SECRET, nowMs + delta * 30_000), nowMs)).toBeNull();
  });

  it('rejects codes of another secret', () => {
    expect(findStep(createAppSecret(), codeAt(RFC_SECRET, 0), 0)).toBeNull();
  });
});

describe('a new secret', () => {
  it('has 160 random bits', () => {
    const secret = createAppSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createAppSecret()).not.toBe(secret);
  });

  it('is written as apps read it', () => {
    const uri = new URL(toAppUri(RFC_SECRET, 'ann@example.com'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Annuity Desk:ann@example.com');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Annuity Desk',
      secret: RFC_SECRET,
      digits: '6',
      period: '30',
    });
  });
});
