import { RedisLink } from '@desk/bullmq-transport';
import { jest } from '@jest/globals';

const PATIENCE_MS = 30_000;

/**
 * Gateways that start now count requests in Redis however long it takes to answer. Usually they wait a tenth of a second and
 * then count for themselves, which a busy machine exceeds. Returns a function that ends it.
 */
export function waitForRedis(): () => void {
  const original = RedisLink.prototype.openWithTimeout;
  const spy = jest.spyOn(RedisLink.prototype, 'openWithTimeout').mockImplementation(function (
    this: RedisLink,
  ) {
    return original.call(this, PATIENCE_MS);
  });
  return () => spy.mockRestore();
}
