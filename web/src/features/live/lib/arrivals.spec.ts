import { describe, expect, it, jest } from '@jest/globals';
import { Arrivals } from './arrivals';

describe('arrivals', () => {
  it('are unseen and fresh, each once', () => {
    const arrivals = new Arrivals();
    const listener = jest.fn();
    arrivals.subscribe(listener);
    arrivals.add('a');
    arrivals.add('b');
    arrivals.add('a');
    expect(arrivals.read()).toEqual({ unseen: ['a', 'b'], fresh: ['a', 'b'] });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('are seen one by one, or all together', () => {
    const arrivals = new Arrivals();
    for (const leadId of ['a', 'b', 'c']) arrivals.add(leadId);
    arrivals.see(['b', 'other']);
    expect(arrivals.read()).toEqual({ unseen: ['a', 'c'], fresh: ['a', 'b', 'c'] });
    arrivals.see('all');
    expect(arrivals.read().unseen).toEqual([]);
  });

  it('are fresh until they have glowed, and then for good no more', () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    arrivals.age('a');
    expect(arrivals.read()).toEqual({ unseen: ['a'], fresh: [] });
    arrivals.add('a');
    expect(arrivals.read().fresh).toEqual([]);
    arrivals.clear();
    expect(arrivals.read()).toEqual({ unseen: [], fresh: [] });
  });

  it('keep what they give while nothing changes', () => {
    const arrivals = new Arrivals();
    arrivals.add('a');
    const before = arrivals.read();
    arrivals.see(['other']);
    arrivals.age('other');
    expect(arrivals.read()).toBe(before);
  });
});
