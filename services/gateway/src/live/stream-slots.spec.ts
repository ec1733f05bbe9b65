import { describe, expect, it } from '@jest/globals';
import { StreamSlots } from './stream-slots.js';

const codeOf = (run: () => void): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('StreamSlots', () => {
  it('limits each network by itself', () => {
    const slots = new StreamSlots({ total: 100, perNetwork: 2 });
    slots.claim('2001:db8:1:2::1');
    const release = slots.claim('2001:db8:1:2::2');
    expect(codeOf(() => slots.claim('2001:db8:1:2::3'))).toBe('TOO_MANY_REQUESTS');
    expect(codeOf(() => slots.claim('2001:db8:1:3::3'))).toBeUndefined();
    release();
    expect(codeOf(() => slots.claim('2001:db8:1:2::3'))).toBeUndefined();
  });

  it('limits all networks together', () => {
    const slots = new StreamSlots({ total: 2, perNetwork: 2 });
    const release = slots.claim('192.0.2.1');
    slots.claim('192.0.2.2');
    expect(codeOf(() => slots.claim('192.0.2.3'))).toBe('UNAVAILABLE');
    release();
    // A second release must not free another's slot.
    release();
    slots.claim('192.0.2.3');
    expect(codeOf(() => slots.claim('192.0.2.4'))).toBe('UNAVAILABLE');
  });

  it('tells a refused page when to retry', () => {
    const slots = new StreamSlots({ total: 0, perNetwork: 1 });
    expect(() => slots.claim('192.0.2.1')).toThrow(
      expect.objectContaining({ info: { retryAfter: expect.stringMatching(/^[3-6]\d$/) } }),
    );
  });
});
