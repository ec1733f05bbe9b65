import { describe, expect, it } from '@jest/globals';
import type { OwnEvent } from './in-process.js';
import { InProcessEvents } from './in-process.js';

const event = (id: string): OwnEvent => ({
  id,
  envelope: { v: 1, name: 'leads.route-lead', payload: {}, correlationId: 'c', traceparent: 't' },
});

/** Creates handlers that end when the test ends them. */
function openEvents(maxRunning: number) {
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const events = new InProcessEvents(
    maxRunning,
    ({ id }) => new Promise((resolve, reject) => ends.set(id, { resolve, reject })),
  );
  events.open();
  return { events, ends };
}

describe('InProcessEvents', () => {
  it('accepts nothing before it is open', () => {
    expect(new InProcessEvents(1, () => Promise.resolve()).tryHandle(event('a'))).toBeUndefined();
  });

  it('accepts another event when one of the maximum has ended, well or not', async () => {
    const { events, ends } = openEvents(1);
    const first = events.tryHandle(event('a'));
    expect(events.tryHandle(event('b'))).toBeUndefined();
    ends.get('a')?.reject(new Error('no'));
    await expect(first).rejects.toThrow('no');
    const second = events.tryHandle(event('c'));
    ends.get('c')?.resolve();
    await expect(second).resolves.toBeUndefined();
  });

  it('waits for the events in progress when it closes, and accepts no new ones', async () => {
    const { events, ends } = openEvents(2);
    const running = events.tryHandle(event('a'));
    let isClosed = false;
    const closed = events.close().then(() => (isClosed = true));
    expect(events.tryHandle(event('b'))).toBeUndefined();
    await Promise.resolve();
    expect(isClosed).toBe(false);
    ends.get('a')?.resolve();
    await Promise.all([running, closed]);
  });
});
