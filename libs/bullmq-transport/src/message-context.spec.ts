import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { currentContext, newContext, runInContext } from './message-context.js';

const caller = { correlationId: 'c-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };

describe('the message context', () => {
  it('starts a new trace without a caller', () => {
    const one = newContext();
    expect(one.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(newContext().correlationId).not.toBe(one.correlationId);
    expect(newContext().traceparent).not.toBe(one.traceparent);
  });

  it("continues the caller's trace with a new span", () => {
    const next = newContext(caller);
    expect(next.correlationId).toBe('c-1');
    expect(next.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
    expect(next.traceparent).not.toBe(caller.traceparent);
  });

  it.each([
    '',
    'rubbish',
    `00-${'A'.repeat(32)}-${'b'.repeat(16)}-00`,
    `01-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
  ])('starts a new trace when the header is %j', (traceparent) => {
    const next = newContext({ traceparent });
    expect(next.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(next.traceparent).not.toContain('aaaa');
  });

  it('follows the work across awaits without leaking into other work', async () => {
    const seen = await Promise.all(
      ['one', 'two'].map((correlationId) =>
        runInContext(newContext({ correlationId }), async () => {
          await pause(1);
          return currentContext()?.correlationId;
        }),
      ),
    );
    expect(seen).toEqual(['one', 'two']);
    expect(currentContext()).toBeUndefined();
  });
});
