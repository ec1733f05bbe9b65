import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';

it('Redis has the settings that BullMQ needs', async () => {
  const redis = new Redis(process.env.TEST_REDIS_URL ?? '');
  expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
  await redis.quit();
});
