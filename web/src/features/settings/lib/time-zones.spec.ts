import { describe, expect, it } from '@jest/globals';
import { listTimeZones } from './time-zones';

describe('the list of time zones', () => {
  it('begins with those of the United States and has each zone once', () => {
    const zones = listTimeZones('America/Chicago').map(({ value }) => value);
    expect(zones.slice(0, 2)).toEqual(['America/New_York', 'America/Chicago']);
    expect(zones).toContain('Europe/Berlin');
    expect(new Set(zones).size).toBe(zones.length);
  });

  it('has the chosen zone even if this browser does not know it', () => {
    expect(listTimeZones('Mars/Olympus_Mons')).toContainEqual({
      value: 'Mars/Olympus_Mons',
      label: 'Mars/Olympus Mons',
    });
  });
});
