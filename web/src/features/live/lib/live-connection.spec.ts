import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeEventSource } from './fake-event-source';
import { LiveConnection, type LiveEvent, LOST_AFTER_MS, type Refusal } from './live-connection';

describe('LiveConnection', () => {
  let sources: FakeEventSource[];
  let events: LiveEvent[];
  let refusal: Refusal | null;
  const onRejected = jest.fn(() => Promise.resolve(refusal));
  const create = () =>
    new LiveConnection(
      () => {
        const source = new FakeEventSource();
        sources.push(source);
        return source;
      },
      { onEvent: (event) => events.push(event), onRejected },
    );

  beforeEach(() => {
    jest.useFakeTimers();
    sources = [];
    events = [];
    refusal = null;
    onRejected.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('opens one stream and passes its events on', () => {
    const connection = create();
    connection.start();
    connection.start();
    expect(sources).toHaveLength(1);
    sources[0]!.simulateOpen();
    expect(connection.read()).toBe('live');
    sources[0]!.simulateEvent('lead-sold', '7', 'a');
    const data = '{"leadId":"a","at":"2026-01-05T14:30:00.000Z"}';
    expect(events).toEqual([{ kind: 'lead-sold', id: '7', data }]);
  });

  it('reports a lost connection only after a delay', () => {
    const connection = create();
    const listener = jest.fn();
    connection.start();
    sources[0]!.simulateOpen();
    connection.subscribe(listener);
    sources[0]!.simulateDisconnect();
    jest.advanceTimersByTime(LOST_AFTER_MS - 1);
    expect(connection.read()).toBe('live');
    sources[0]!.simulateOpen();
    jest.advanceTimersByTime(LOST_AFTER_MS);
    expect(listener).not.toHaveBeenCalled();

    sources[0]!.simulateDisconnect();
    jest.advanceTimersByTime(LOST_AFTER_MS - 1_000);
    sources[0]!.simulateDisconnect();
    jest.advanceTimersByTime(1_000);
    expect(connection.read()).toBe('lost');
    sources[0]!.simulateOpen();
    expect(connection.read()).toBe('live');
    expect(sources).toHaveLength(1);
  });

  it('reconnects after a rejection with increasing delays that reset on success', () => {
    const connection = create();
    connection.start();
    sources[0]!.simulateRejection();
    expect(onRejected).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(999);
    expect(sources).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(sources).toHaveLength(2);
    sources[1]!.simulateRejection();
    jest.advanceTimersByTime(1_999);
    expect(sources).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(sources).toHaveLength(3);
    expect(connection.read()).toBe('lost');
    sources[2]!.simulateOpen();
    sources[2]!.simulateRejection();
    jest.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(4);
  });

  it('ignores events and does not reconnect once stopped', () => {
    const connection = create();
    connection.start();
    sources[0]!.simulateRejection();
    connection.stop();
    jest.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(1);
    sources[0]!.simulateEvent('lead-sold', '8');
    expect(events).toEqual([]);
    connection.start();
    expect(sources).toHaveLength(2);
    expect(sources[0]!.isClosedByClient).toBe(true);
  });

  it('reconnects at once when the browser wakes', () => {
    const connection = create();
    connection.start();
    connection.wake();
    expect(sources).toHaveLength(1);
    sources[0]!.simulateRejection();
    connection.wake();
    expect(sources).toHaveLength(2);
    jest.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(2);
  });

  it('stays away as long as the server asks, also when the browser wakes', async () => {
    const connection = create();
    refusal = { retryAfterMs: 45_000, isNetworkFull: false };
    connection.start();
    sources[0]!.simulateRejection();
    await jest.advanceTimersByTimeAsync(44_999);
    connection.wake();
    expect(sources).toHaveLength(1);
    expect(connection.read()).toBe('lost');
    await jest.advanceTimersByTimeAsync(1);
    expect(sources).toHaveLength(2);
  });

  it('reports a full network until it is connected or refused for another reason', async () => {
    const connection = create();
    refusal = { retryAfterMs: 45_000, isNetworkFull: true };
    connection.start();
    sources[0]!.simulateRejection();
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('full');
    await jest.advanceTimersByTimeAsync(45_000);
    sources[1]!.simulateRejection();
    await jest.advanceTimersByTimeAsync(LOST_AFTER_MS);
    expect(connection.read()).toBe('full');
    refusal = null;
    await jest.advanceTimersByTimeAsync(45_000);
    sources[2]!.simulateRejection();
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('lost');
    await jest.advanceTimersByTimeAsync(30_000);
    sources[3]!.simulateOpen();
    expect(connection.read()).toBe('live');
  });

  it('ignores why an earlier attempt was refused', async () => {
    const connection = create();
    let answer: (refusal: Refusal) => void = () => undefined;
    onRejected.mockImplementationOnce(() => new Promise<Refusal>((resolve) => (answer = resolve)));
    connection.start();
    sources[0]!.simulateRejection();
    await jest.advanceTimersByTimeAsync(1_000);
    sources[1]!.simulateOpen();
    answer({ retryAfterMs: 45_000, isNetworkFull: true });
    await jest.advanceTimersByTimeAsync(0);
    expect(connection.read()).toBe('live');
  });
});
