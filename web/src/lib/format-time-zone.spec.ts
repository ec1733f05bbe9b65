import { describe, expect, it } from '@jest/globals';
import { formatTimeZone } from './format-time-zone';

describe('formatTimeZone', () => {
  it.each([
    ['America/New_York', 'Eastern Time'],
    ['America/Chicago', 'Central Time'],
    ['America/Los_Angeles', 'Pacific Time'],
    ['Mars/Olympus_Mons', 'Mars/Olympus Mons'],
  ])('names %s', (timeZone, name) => {
    expect(formatTimeZone(timeZone)).toBe(name);
  });
});
