import { describe, expect, it } from '@jest/globals';
import { earlierHalf, firstWindow } from './missed-event-reader.js';

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
