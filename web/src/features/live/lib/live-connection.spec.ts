import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@/lib/api-client';
import { FakeServer } from '../../../../test/fake-stream';
import { LINGER_MS, LiveConnection, LOST_AFTER_MS, SILENT_AFTER_MS } from './live-connection';

const refusal = (status: number, retryAfterMs = 0) => new ApiError(status, '', '', retryAfterMs);

describe('LiveConnection', () => {
  let server: FakeServer;
  let events: string[];
  let connection: LiveConnection;
  let release: () => void;

  /** Lets a stream, which is read in several steps, catch up. */
  const settle = () => jest.advanceTimersByTimeAsync(0);
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const open = async () => {
    server.last.open();
    await settle();
  };
  const refuse = async (error: Error = refusal(500)) => {
    server.last.refuse(error);
    await settle();
  };

  beforeEach(() => {
    jest.useFakeTimers();
    server = new FakeServer();
    events = [];
    connection = new LiveConnection(server.openStream, ({ kind, id }, previousId) =>
      events.push(`${kind} ${previousId}-${id}`),
    );
    release = connection.acquire();
  });
  afterEach(() => {
    connection.stop();
    jest.useRealTimers();
  });

  it('opens one stream and passes its events on', async () => {
    connection.acquire();
    expect(server.streams).toHaveLength(1);
    expect(connection.read()).toBe('connecting');
    await open();
    expect(connection.read()).toBe('live');
    server.last.sendEvent('hello', '6');
    server.last.sendEvent('lead-sold', '7', 'a');
    await settle();
    expect(events).toEqual(['hello -6', 'lead-sold 6-7']);
  });

  it.each(['end', 'break'] as const)('resumes after the last event (%s of the stream)', async (how) => {
    expect(server.last.lastEventId).toBe('');
    await open();
    server.last.send('retry: 1500\n\n');
    server.last.sendEvent('lead-sold', '7');
    await settle();
    server.last[how]();
    await advance(1_499);
    expect(server.streams).toHaveLength(1);
    await advance(1);
    expect(server.streams).toHaveLength(2);
    expect(server.last.lastEventId).toBe('7');
  });

  it('reports a lost connection only after a delay', async () => {
    await open();
    const listener = jest.fn();
    connection.subscribe(listener);
    server.last.end();
    await advance(1_000);
    await open();
    await advance(LOST_AFTER_MS);
    expect(listener).not.toHaveBeenCalled();

    server.last.end();
    await advance(LOST_AFTER_MS - 1);
    expect(connection.read()).toBe('live');
    await advance(1);
    expect(connection.read()).toBe('lost');
    await open();
    expect(connection.read()).toBe('live');
  });

  it('retries after refusals with increasing delays that reset on success', async () => {
    await refuse();
    await advance(999);
    expect(server.streams).toHaveLength(1);
    await advance(1);
    expect(server.streams).toHaveLength(2);
    await refuse(new TypeError('Failed to fetch'));
    await advance(1_999);
    expect(server.streams).toHaveLength(2);
    await advance(1);
    expect(server.streams).toHaveLength(3);
    expect(connection.read()).toBe('lost');
    await open();
    server.last.end();
    await advance(1_000);
    await refuse();
    await advance(1_000);
    expect(server.streams).toHaveLength(5);
  });

  it('waits 30 seconds at most', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await refuse();
      await advance(30_000);
    }
    expect(server.streams).toHaveLength(9);
  });

  it('lingers after its release, and neither passes events on nor reconnects once stopped', async () => {
    await open();
    release();
    await advance(LINGER_MS - 1);
    release = connection.acquire();
    await advance(10_000);
    expect(server.streams).toHaveLength(1);
    expect(server.last.signal.aborted).toBe(false);
    release();
    server.last.sendEvent('hello', '7');
    await advance(LINGER_MS);
    expect(server.last.signal.aborted).toBe(true);
    await advance(60_000);
    expect(server.streams).toHaveLength(1);
    expect(events).toEqual(['hello -7']);
    connection.acquire();
    expect(server.last.lastEventId).toBe('7');
    expect(server.streams).toHaveLength(2);
  });

  it('leaves one stream when a component is mounted twice', async () => {
    release();
    release = connection.acquire();
    await open();
    await advance(10_000);
    expect(server.streams).toHaveLength(1);
  });

  it('reconnects at once when the browser wakes', async () => {
    connection.wake();
    await settle();
    expect(server.streams).toHaveLength(1);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await refuse();
      await advance(1_000);
      connection.wake();
      await settle();
      expect(server.streams).toHaveLength(attempt + 2);
    }
    await advance(60_000);
    expect(server.streams).toHaveLength(5);
  });

  it('waits as long as the server asks, even when the browser wakes', async () => {
    await refuse(refusal(503, 45_000));
    await advance(44_999);
    connection.wake();
    await settle();
    expect(server.streams).toHaveLength(1);
    expect(connection.read()).toBe('lost');
    await advance(1);
    expect(server.streams).toHaveLength(2);
    await open();
    server.last.send('retry: 60000\n\n');
    await settle();
    server.last.end();
    await advance(59_999);
    expect(server.streams).toHaveLength(2);
    await advance(1);
    expect(server.streams).toHaveLength(3);
  });

  it('reports a full network until it is connected or refused for another reason', async () => {
    await refuse(refusal(429, 45_000));
    expect(connection.read()).toBe('full');
    await advance(45_000);
    await refuse(refusal(429, 45_000));
    await advance(LOST_AFTER_MS);
    expect(connection.read()).toBe('full');
    await advance(45_000);
    await refuse();
    expect(connection.read()).toBe('lost');
    await advance(30_000);
    await open();
    expect(connection.read()).toBe('live');
  });

  it('gives up a silent stream, and one whose network is down', async () => {
    await open();
    await advance(SILENT_AFTER_MS - 1);
    server.last.send(':\n\n');
    await advance(SILENT_AFTER_MS - 1);
    expect(server.last.signal.aborted).toBe(false);
    await advance(1);
    expect(server.last.signal.aborted).toBe(true);
    await advance(1_000);
    expect(server.streams).toHaveLength(2);
    await open();
    connection.reconnect();
    await advance(1_000);
    expect(server.streams).toHaveLength(3);
  });
});
