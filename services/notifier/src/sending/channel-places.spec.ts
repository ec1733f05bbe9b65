import { describe, expect, it } from '@jest/globals';
import { ChannelPlaces } from './channel-places.js';

describe('ChannelPlaces', () => {
  it('lists a channel while it occupies as many places as it may', () => {
    const places = new ChannelPlaces(2);
    const releaseFirst = places.occupy('slow');
    places.occupy('other');
    expect(places.listFull()).toEqual([]);
    const releaseSecond = places.occupy('slow');
    expect(places.listFull()).toEqual(['slow']);
    expect(releaseFirst()).toBe(true);
    expect(places.listFull()).toEqual([]);
    expect(releaseSecond()).toBe(false);
  });
});
