import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeSource } from './fake-source';
import { LiveConnection, type LiveEvent, LOST_AFTER_MS } from './live-connection';

describe('the live connection', () => {
  let sources: FakeSource[];
  let events: LiveEvent[];
  const onRefused = jest.fn();
  const create = () =>
    new LiveConnection(
      () => {
        const source = new FakeSource();
        sources.push(source);
        return source;
      },
      { onEvent: (event) => events.push(event), onRefused },
    );

  beforeEach(() => {
    jest.useFakeTimers();
    sources = [];
    events = [];
    onRefused.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is one, however often it is started, and hands on what it hears', () => {
    const connection = create();
    connection.start();
    connection.start();
    expect(sources).toHaveLength(1);
    sources[0]!.opens();
    expect(connection.read()).toBe('live');
    sources[0]!.says('lead-sold', '7', 'a');
    const data = '{"leadId":"a","at":"2026-01-05T14:30:00.000Z"}';
    expect(events).toEqual([{ kind: 'lead-sold', id: '7', data }]);
  });

  it('speaks of a loss only after a moment, and not when it is back by then', () => {
    const connection = create();
    const listener = jest.fn();
    connection.start();
    sources[0]!.opens();
    connection.subscribe(listener);
    sources[0]!.breaks();
    jest.advanceTimersByTime(LOST_AFTER_MS - 1);
    expect(connection.read()).toBe('live');
    sources[0]!.opens();
    jest.advanceTimersByTime(LOST_AFTER_MS);
    expect(listener).not.toHaveBeenCalled();

    sources[0]!.breaks();
    jest.advanceTimersByTime(LOST_AFTER_MS - 1_000);
    sources[0]!.breaks();
    jest.advanceTimersByTime(1_000);
    expect(connection.read()).toBe('lost');
    sources[0]!.opens();
    expect(connection.read()).toBe('live');
    expect(sources).toHaveLength(1);
  });

  it('is opened anew after a refusal, later each time, and at once in time after a success', () => {
    const connection = create();
    connection.start();
    sources[0]!.isRefused();
    expect(onRefused).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(999);
    expect(sources).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(sources).toHaveLength(2);
    sources[1]!.isRefused();
    jest.advanceTimersByTime(1_999);
    expect(sources).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(sources).toHaveLength(3);
    expect(connection.read()).toBe('lost');
    sources[2]!.opens();
    sources[2]!.isRefused();
    jest.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(4);
  });

  it('hears nothing and tries nothing once it is stopped', () => {
    const connection = create();
    connection.start();
    sources[0]!.isRefused();
    connection.stop();
    jest.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(1);
    sources[0]!.says('lead-sold', '8');
    expect(events).toEqual([]);
    connection.start();
    expect(sources).toHaveLength(2);
    expect(sources[0]!.isClosedByUs).toBe(true);
  });

  it('does not wait for its turn when the browser wakes', () => {
    const connection = create();
    connection.start();
    connection.wake();
    expect(sources).toHaveLength(1);
    sources[0]!.isRefused();
    connection.wake();
    expect(sources).toHaveLength(2);
    jest.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(2);
  });
});
