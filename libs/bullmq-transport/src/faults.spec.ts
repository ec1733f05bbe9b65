import { describe, expect, it } from '@jest/globals';
import { UnrecoverableError } from 'bullmq';
import { originalError, processLost, storedFailureKind, throwHidden, unreadable } from './faults.js';

const hidden = (error: unknown): Error => {
  try {
    return throwHidden(error);
  } catch (thrown) {
    return thrown as Error;
  }
};

describe('hidden errors', () => {
  it('do not expose the original in the message and stack that BullMQ stores', () => {
    const original = new Error('Key (email)=(ann@example.com) already exists');
    const shown = hidden(original);
    expect(`${shown.message} ${shown.stack ?? ''} ${JSON.stringify(shown)}`).not.toContain('ann@example.com');
    expect(originalError(shown)).toBe(original);
  });

  it('wrap any thrown value', () => {
    expect(originalError(hidden('text'))).toBe('text');
    expect(originalError(hidden(undefined))).toBeUndefined();
  });

  it('classify unreadable messages as unrecoverable', () => {
    const cause = new Error('bad');
    const fault = unreadable('message 1 cannot be opened', cause);
    expect(fault).toBeInstanceOf(UnrecoverableError);
    expect(fault.cause).toBe(cause);
    expect(hidden(fault)).toBe(fault);
    expect(originalError(fault)).toBe(fault);
  });
});

describe('the kind of a stored failure', () => {
  it.each([
    [hidden(new Error('550 <ann@example.com> unknown')).message, 'handler-failed'],
    [processLost(10).message, 'process-lost'],
    ['job stalled more than allowable limit', 'process-lost'],
    [unreadable('message 1 cannot be opened').message, 'unreadable'],
    ["billing does not handle 'leads.sold'", 'unreadable'],
    ["billing may not send 'leads.sold'", 'unreadable'],
    ["'leads.sold' has the id of another message", 'unreadable'],
    ['message 1 does not match its contract: leadId', 'unreadable'],
    ['Missing lock for job 1. moveToFinished', 'other'],
    ['550 <ann@example.com> unknown', 'other'],
    ['', 'other'],
  ])('of %j is %s', (reason, kind) => {
    expect(storedFailureKind(reason)).toBe(kind);
  });
});
