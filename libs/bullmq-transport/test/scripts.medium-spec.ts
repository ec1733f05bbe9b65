import { expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { connect } from './harness.js';

it("lets BullMQ's scripts join a pipeline that was begun before the first queue", async () => {
  const transport = await connect();
  const { redis } = transport;
  const begun = redis.commands.pipeline();
  const queue = new Queue('first', {
    connection: redis.commands,
    prefix: redis.queuePrefix('gateway.commands'),
  });
  await queue.waitUntilReady();
  const scripts = Object.keys(redis.commands).filter((name) => /^\w+(?:-\d+)?:\d+\.\d+/.test(name));
  expect(scripts.length).toBeGreaterThan(0);
  expect(Object.keys(begun)).toEqual(expect.arrayContaining(scripts));
  await transport.close();
});
