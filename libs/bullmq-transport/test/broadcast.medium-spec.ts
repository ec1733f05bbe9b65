import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestRedis, eventually } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { connect } from './harness.js';

describe('a broadcast', () => {
  const redis = createTestRedis();
  const transports: Transport[] = [];
  const heard: Record<string, string[]> = {};

  const listener = async (name: string, topic: string): Promise<void> => {
    const transport = await connect(redis);
    transports.push(transport);
    heard[name] = [];
    await transport.broadcast.listen(topic, (id) => heard[name]?.push(id));
  };

  beforeAll(async () => {
    await Promise.all([listener('one', 'feed'), listener('two', 'feed'), listener('other', 'weather')]);
  });
  afterAll(() => Promise.all(transports.map((transport) => transport.close())));

  it('is heard by every process that listens to its topic, and by no other', async () => {
    const speaker = await connect(redis);
    transports.push(speaker);
    speaker.broadcast.say('feed', 'buyer-1');
    speaker.broadcast.say('weather', 'rain');
    await eventually(() => heard['other']?.length === 1);
    await eventually(() => heard['one']?.length === 1 && heard['two']?.length === 1);
    expect(heard).toEqual({ one: ['buyer-1'], two: ['buyer-1'], other: ['rain'] });
  });

  it('is lost without harm when Redis is away', async () => {
    const away = await connect(redis);
    transports.push(away);
    away.redis.commands.disconnect();
    await eventually(() => !away.redis.ready);
    expect(() => away.broadcast.say('feed', 'buyer-2')).not.toThrow();
    expect(heard['one']).toEqual(['buyer-1']);
  });
});
