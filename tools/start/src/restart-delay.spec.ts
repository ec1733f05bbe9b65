import { describe, expect, it } from '@jest/globals';
import { CrashCounter } from './restart-delay.js';

describe('CrashCounter', () => {
  it('doubles the restart delay with each crash, up to ten seconds', () => {
    const crashes = new CrashCounter();
    const delaysMs = Array.from({ length: 8 }, () => crashes.recordCrash(1_000));
    expect(delaysMs).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  });

  it('starts over after the process has run for half a minute', () => {
    const crashes = new CrashCounter();
    crashes.recordCrash(1_000);
    crashes.recordCrash(1_000);
    expect(crashes.recordCrash(30_001)).toBe(200);
    expect(crashes.recordCrash(1_000)).toBe(400);
  });
});
