import { describe, expect, it } from '@jest/globals';
import { DestinationPlaces } from './destination-places.js';

const toRow = (channelId: string, address = '') => ({ channelId, address });

describe('DestinationPlaces', () => {
  it('lists a channel while it occupies as many places as it may', () => {
    const places = new DestinationPlaces({ by: 'channel', limit: 2 });
    const releaseFirst = places.occupy(toRow('slow'));
    places.occupy(toRow('other'));
    expect(places.listFull()).toEqual({ by: 'channel', keys: [] });
    const releaseSecond = places.occupy(toRow('slow'));
    expect(places.listFull().keys).toEqual(['slow']);
    expect(places.occupy(toRow('slow'))).toBeUndefined();
    expect(releaseFirst?.()).toBe(true);
    expect(places.listFull().keys).toEqual([]);
    expect(releaseSecond?.()).toBe(false);
  });

  it('counts the addresses of one domain together, however they are written', () => {
    const places = new DestinationPlaces({ by: 'domain', limit: 2 });
    places.occupy(toRow('a', 'dana@Agency.example'));
    places.occupy(toRow('b', 'lee@agency.EXAMPLE'));
    places.occupy(toRow('c', 'kim@other.example'));
    expect(places.listFull()).toEqual({ by: 'domain', keys: ['agency.example'] });
  });

  it('lists a destination as stalled once it has freed no place for long', () => {
    const clock = { now: 0 };
    const places = new DestinationPlaces({ by: 'domain', limit: 2 }, () => clock.now);
    const release = places.occupy(toRow('a', 'dana@agency.example'));
    clock.now = 4_000;
    places.occupy(toRow('b', 'lee@agency.example'));
    release?.();
    places.occupy(toRow('c', 'kim@agency.example'));
    clock.now = 8_000;
    expect(places.listStalled(5_000).keys).toEqual([]);
    clock.now = 9_000;
    expect(places.listStalled(5_000).keys).toEqual(['agency.example']);
  });
});
