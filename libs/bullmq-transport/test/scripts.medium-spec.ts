import { expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { connect } from './harness.js';

it("adds BullMQ's scripts to a pipeline that was created before the first queue", async () => {
  const transport = await connect();
  const { redis } = transport;
  const pipeline = redis.commands.pipeline();
  const queue = new Queue('first', {
    connection: redis.commands,
    prefix: redis.queuePrefix('gateway.commands'),
  });
  await queue.waitUntilReady();
  // BullMQ names its scripts `name:version`.
  const scripts = Object.keys(redis.commands).filter((name) => /^\w+(?:-\d+)?:\d+\.\d+/.test(name));
  expect(scripts.length).toBeGreaterThan(0);
  expect(Object.keys(pipeline)).toEqual(expect.arrayContaining(scripts));
  await transport.close();
});
