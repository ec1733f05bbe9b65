import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';

describe('startInfrastructure', () => {
  it('starts PostgreSQL, and Redis with the settings that BullMQ needs', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ answer: number }>('SELECT 1 AS answer');
    await client.end();
    expect(rows).toEqual([{ answer: 1 }]);

    const redis = new Redis(process.env.TEST_REDIS_URL ?? '');
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    expect(await redis.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
    await redis.quit();
  });
});
