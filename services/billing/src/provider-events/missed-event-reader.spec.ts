import type { PeriodicTasks, TaskDefinition } from '@desk/service-kit';
import { describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { CircuitBreaker } from '../provider/circuit-breaker.js';
import type { EventClient } from '../provider/event-client.js';
import {
  earlierHalf,
  type EventWindow,
  firstWindow,
  MissedEventReader,
  nextWindow,
} from './missed-event-reader.js';
import type { ProviderEventsService } from './provider-events.service.js';

const now = new Date('2026-01-05T12:00:00.000Z');
const seconds = now.getTime() / 1_000;
const ago = (s: number): Date => new Date(now.getTime() - s * 1_000);

describe('firstWindow', () => {
  it('overlaps what was read, because events can be listed late', () => {
    expect(firstWindow(ago(60), now)).toEqual({ from: seconds - 180, to: seconds + 1 });
  });

  it('reads an hour at a time after a long outage, and makes progress', () => {
    expect(firstWindow(ago(86_400), now)).toEqual({ from: seconds - 86_520, to: seconds - 82_800 });
  });

  it('starts no earlier than the provider keeps events', () => {
    expect(firstWindow(ago(90 * 86_400), now).from).toBe(seconds + 1 - 29 * 86_400);
  });
});

describe('nextWindow', () => {
  it('begins where the last one ended, and grows again after a busy time', () => {
    const last = { from: seconds - 7_000, to: seconds - 6_990 };
    expect(nextWindow(last, now)).toEqual({ from: last.to, to: last.to + 20 });
    expect(nextWindow({ ...last, from: seconds - 10_590 }, now)).toEqual({
      from: last.to,
      to: last.to + 3_600,
    });
  });

  it('ends now', () => {
    expect(nextWindow({ from: 0, to: seconds - 5 }, now)).toEqual({ from: seconds - 5, to: seconds + 1 });
    expect(nextWindow({ from: 0, to: seconds + 1 }, now)).toBeUndefined();
  });
});

describe('earlierHalf', () => {
  it('divides down to one second', () => {
    expect(earlierHalf({ from: 0, to: 5 })).toEqual({ from: 0, to: 3 });
    expect(earlierHalf({ from: 0, to: 1 })).toBeUndefined();
  });

  it('always ends', () => {
    let window: ReturnType<typeof earlierHalf> = { from: 0, to: 3_720 };
    let steps = 0;
    while (window) {
      window = earlierHalf(window);
      steps += 1;
    }
    expect(steps).toBeLessThan(20);
  });
});

/** Runs the reader once, with this many events in every second. Returns the windows that it stored. */
async function readAll(eventsPerSecond: number, readUntil: Date): Promise<EventWindow[]> {
  const stored: EventWindow[] = [];
  const list = (from: number, to: number, maxEvents: number) => {
    const isTruncated = (to - from) * eventsPerSecond > maxEvents;
    if (!isTruncated) stored.push({ from, to });
    return Promise.resolve({ events: [], isTruncated });
  };
  const query = (sql: string) => Promise.resolve(sql.includes('RETURNING') ? [[{ readUntil }], 1] : []);
  const tasks: TaskDefinition[] = [];
  const reader = new MissedEventReader(
    { start: (task: TaskDefinition) => tasks.push(task) } as unknown as PeriodicTasks,
    { query } as unknown as DataSource,
    { list } as unknown as EventClient,
    { storeMissing: () => Promise.resolve(0) } as unknown as ProviderEventsService,
    { isOpen: false } as unknown as CircuitBreaker,
    { PROVIDER_EVENTS_INTERVAL_MS: 60_000 },
    undefined as never,
  );
  reader.onModuleInit();
  await tasks[0]?.run();
  return stored;
}

describe('a run', () => {
  it.each([20, 600, 1_500])('reads every second up to now, with %i events in each', async (perSecond) => {
    const startedAt = Date.now();
    const windows = await readAll(perSecond, new Date(startedAt - 60_000));
    expect(windows[0]?.from).toBe(Math.floor(startedAt / 1_000) - 180);
    expect(windows.slice(1).map(({ from }) => from)).toEqual(windows.slice(0, -1).map(({ to }) => to));
    expect(windows.at(-1)?.to).toBeGreaterThan(startedAt / 1_000);
  });
});
