import { describe, expect, it } from '@jest/globals';
import { toExitCode, toFindingLines } from './report.js';
import type { Finding } from './verify.js';

const finding = (changes: Partial<Finding>): Finding => ({
  name: 'sold-once',
  description: 'no lead is sold twice',
  violations: [],
  ...changes,
});
const broken = finding({ violations: Array.from({ length: 7 }, (_, lead) => ({ lead })) });
const skipped = finding({ violations: undefined });
const failed = finding({ violations: undefined, error: 'canceling statement due to statement timeout' });

describe('toExitCode', () => {
  it('is 0 if every invariant that was checked holds', () => {
    expect(toExitCode([finding({}), skipped])).toBe(0);
  });

  it('is 1 if an invariant is broken, whether or not the others could be checked', () => {
    expect(toExitCode([finding({}), broken])).toBe(1);
    expect(toExitCode([failed, broken])).toBe(1);
  });

  it('is 2 if an invariant could not be checked', () => {
    expect(toExitCode([finding({}), failed])).toBe(2);
  });
});

describe('toFindingLines', () => {
  it('shows the first violations', () => {
    const [line, ...rows] = toFindingLines(broken);
    expect(line).toMatch(/^✗ sold-once +no lead is sold twice$/);
    expect(rows).toEqual([...[0, 1, 2, 3, 4].map((lead) => `    {"lead":${lead}}`), '    … 2 more']);
  });

  it('states why an invariant was not checked', () => {
    expect(toFindingLines(failed)).toEqual([
      expect.stringMatching(/^! sold-once .* \(not checked: canceling statement due to statement timeout\)$/),
    ]);
    expect(toFindingLines(skipped)).toEqual([
      expect.stringMatching(/^– .* \(not checked: needs --acknowledged\)$/),
    ]);
    expect(toFindingLines(finding({}))).toEqual([expect.stringMatching(/^✓ .*twice$/)]);
  });
});
