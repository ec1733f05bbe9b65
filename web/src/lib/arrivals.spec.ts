import { describe, expect, it, jest } from '@jest/globals';
import { Arrivals } from './arrivals';

describe('Arrivals', () => {
  it('adds each lead once, unseen and highlighted', () => {
    const arrivals = new Arrivals();
    const listener = jest.fn();
    arrivals.subscribe(listener);
    arrivals.add('a');
    arrivals.add('b');
    arrivals.add('a');
    expect(arrivals.read()).toEqual({ unseen: ['a', 'b'], highlighted: ['a', 'b'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('marks single leads or all of them as seen', () => {
    const arrivals = new Arrivals();
    for (const leadId of ['a', 'b', 'c']) arrivals.add(leadId);
    arrivals.markSeen(['b', 'other']);
    expect(arrivals.read()).toEqual({ unseen: ['a', 'c'], highlighted: ['a', 'b', 'c'] });
    arrivals.markSeen('all');
    expect(arrivals.read().unseen).toEqual([]);
  });

  it('highlights a lead only once', () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    arrivals.endHighlight('a');
    expect(arrivals.read()).toEqual({ unseen: ['a'], highlighted: [] });
    arrivals.add('a');
    expect(arrivals.read().highlighted).toEqual([]);
  });

  it('returns the same snapshot until something changes', () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    const before = arrivals.read();
    arrivals.markSeen(['other']);
    arrivals.endHighlight('other');
    expect(arrivals.read()).toBe(before);
  });
});
