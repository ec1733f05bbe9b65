import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestRedis, eventually } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { connect } from './harness.js';

describe('Broadcast', () => {
  const redis = createTestRedis();
  const transports: Transport[] = [];
  const received: Record<string, string[]> = {};

  const subscribe = async (name: string, topic: string): Promise<void> => {
    const transport = await connect(redis);
    transports.push(transport);
    received[name] = [];
    await transport.broadcast.subscribe(topic, (id) => received[name]?.push(id));
  };

  beforeAll(async () => {
    await Promise.all([subscribe('one', 'feed'), subscribe('two', 'feed'), subscribe('other', 'weather')]);
  });
  afterAll(() => Promise.all(transports.map((transport) => transport.close())));

  it('reaches every subscriber of its topic and no other', async () => {
    const publisher = await connect(redis);
    transports.push(publisher);
    publisher.broadcast.publish('feed', 'buyer-1');
    publisher.broadcast.publish('weather', 'rain');
    await eventually(() => received['other']?.length === 1);
    await eventually(() => received['one']?.length === 1 && received['two']?.length === 1);
    expect(received).toEqual({ one: ['buyer-1'], two: ['buyer-1'], other: ['rain'] });
  });

  it('does nothing while Redis is disconnected', async () => {
    const disconnected = await connect(redis);
    transports.push(disconnected);
    disconnected.redis.commands.disconnect();
    await eventually(() => !disconnected.redis.isReady);
    expect(() => disconnected.broadcast.publish('feed', 'buyer-2')).not.toThrow();
    expect(received['one']).toEqual(['buyer-1']);
  });
});
