import type { CommandClient } from '@desk/bullmq-transport';
import { DomainError } from '@desk/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LeadChecks } from './lead-checks.js';

type Post = Parameters<LeadChecks['findAccepted']>[0];

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Returns checks whose commands end with these answers, in this order. */
function checksOf(...answers: (object | DomainError)[]) {
  const send = jest.fn((): Promise<unknown> => {
    const answer = answers.shift() ?? { accepted: null };
    return answer instanceof DomainError ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const checks = new LeadChecks({ send } as unknown as CommandClient);
  return { check: () => checks.findAccepted({} as Post), send };
}

it('sends nothing for a while after a check without an answer', async () => {
  const { check, send } = checksOf(new DomainError('UNAVAILABLE'));
  for (let post = 0; post < 3; post += 1)
    await expect(check()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(send).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  expect(await check()).toBeNull();
});

it('sends the next check after a refusal', async () => {
  const { check, send } = checksOf(new DomainError('DUPLICATE_LEAD'));
  await expect(check()).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
  expect(await check()).toBeNull();
  expect(send).toHaveBeenCalledTimes(2);
});
