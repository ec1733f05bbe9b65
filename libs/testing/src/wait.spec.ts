import { describe, expect, it } from '@jest/globals';
import { eventually } from './wait.js';

describe('eventually', () => {
  it('answers what the check answers once it no longer throws', async () => {
    let calls = 0;
    const answer = await eventually(
      () => {
        calls += 1;
        if (calls < 3) throw new Error('not yet');
        return calls;
      },
      { intervalMs: 1 },
    );
    expect(answer).toBe(3);
  });

  it('says the last error when time is up', async () => {
    const check = () => Promise.reject(new Error('the queue holds 2 jobs'));
    await expect(eventually(check, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow(
      'Not so within 5 ms: the queue holds 2 jobs',
    );
  });

  it('takes false for not yet, but no other falsy answer', async () => {
    await expect(eventually(() => false, { timeoutMs: 5, intervalMs: 1 })).rejects.toThrow('false');
    await expect(eventually(() => 0)).resolves.toBe(0);
  });
});
