import { describe, expect, it } from '@jest/globals';
import { eventually } from './wait.js';

describe('eventually', () => {
  it('returns the result once the check no longer throws', async () => {
    let calls = 0;
    const result = await eventually(
      () => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return calls;
      },
      { intervalMs: 1 },
    );
    expect(result).toBe(3);
  });

  it('reports the last error after the timeout', async () => {
    const check = () => Promise.reject(new Error('the queue holds 2 jobs'));
    await expect(eventually(check, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow(
      'Still failing after 5 ms: the queue holds 2 jobs',
    );
  });

  it('tries again on false, but not on other falsy results', async () => {
    await expect(eventually(() => false, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('false');
    await expect(eventually(() => 0)).resolves.toBe(0);
  });
});
