import { describe, expect, it } from '@jest/globals';
import { BoundedMemoryLimiter } from './bounded-memory-limiter.js';

const MAX_SUBJECTS = 50;
const LIMIT = 3;

const createLimiter = (): BoundedMemoryLimiter =>
  new BoundedMemoryLimiter({ points: LIMIT, duration: 3_600 }, MAX_SUBJECTS);

/** Whether the limiter lets one more request of the subject pass. */
const passes = (limiter: BoundedMemoryLimiter, subject: string): Promise<boolean> =>
  limiter.consume(subject).then(
    () => true,
    () => false,
  );

describe('BoundedMemoryLimiter', () => {
  it('counts each subject on its own', async () => {
    const limiter = createLimiter();
    const answers = [];
    for (let request = 0; request < LIMIT + 1; request += 1) answers.push(await passes(limiter, 'a'));
    expect(answers).toEqual([true, true, true, false]);
    expect(await passes(limiter, 'b')).toBe(true);
    expect((await limiter.get('a'))?.remainingPoints).toBe(0);
  });

  it('keeps a limited number of subjects, however many there are', async () => {
    const limiter = createLimiter();
    for (let network = 0; network < 100 * MAX_SUBJECTS; network += 1) await passes(limiter, `n${network}`);
    expect(limiter.dump().storage.map(({ key }) => key)).toEqual(
      Array.from({ length: MAX_SUBJECTS }, (_, index) => `n${99 * MAX_SUBJECTS + index}`),
    );
  });

  it('keeps refusing a caller that does not stop, whatever others send', async () => {
    const limiter = createLimiter();
    for (let request = 0; request < LIMIT; request += 1) await passes(limiter, 'flood');
    for (let network = 0; network < 3 * MAX_SUBJECTS; network += 1) {
      await passes(limiter, `n${network}`);
      expect(await passes(limiter, 'flood')).toBe(false);
    }
  });
});
