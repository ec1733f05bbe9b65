import { describe, expect, it } from '@jest/globals';
import { UnrecoverableError } from 'bullmq';
import { hide, unhide, unreadable } from './faults.js';

const hidden = (error: unknown): Error => {
  try {
    return hide(error);
  } catch (thrown) {
    return thrown as Error;
  }
};

describe('a fault', () => {
  it('shows nothing of the original in the message and stack that BullMQ stores', () => {
    const original = new Error('Key (email)=(ann@example.com) already exists');
    const shown = hidden(original);
    expect(`${shown.message} ${shown.stack ?? ''} ${JSON.stringify(shown)}`).not.toContain('ann@example.com');
    expect(unhide(shown)).toBe(original);
  });

  it('may be anything that was thrown', () => {
    expect(unhide(hidden('text'))).toBe('text');
    expect(unhide(hidden(undefined))).toBeUndefined();
  });

  it('of a message that can never be read is not tried again', () => {
    const cause = new Error('bad');
    const fault = unreadable('message 1 cannot be opened', cause);
    expect(fault).toBeInstanceOf(UnrecoverableError);
    expect(fault.cause).toBe(cause);
    expect(hidden(fault)).toBe(fault);
    expect(unhide(fault)).toBe(fault);
  });
});
