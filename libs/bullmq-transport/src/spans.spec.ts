import { afterEach, describe, expect, it } from '@jest/globals';
import { currentContext, newContext } from './message-context.js';
import { recordSpans, runInSpan, type SpanEnd, type SpanStart } from './spans.js';

const start: SpanStart = { name: 'leads.accept', kind: 'consumer', attributes: {} };
const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const own = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`;

describe('runInSpan', () => {
  afterEach(() => recordSpans(undefined));

  const record = () => {
    const started: [SpanStart, string | undefined][] = [];
    const ended: SpanEnd[] = [];
    recordSpans((span, from) => {
      started.push([span, from]);
      return { traceparent: own, end: (end) => ended.push(end) };
    });
    return { started, ended };
  };

  it('continues the trace without a span while none are recorded', async () => {
    const context = await runInSpan(start, { traceparent: parent }, async () =>
      Promise.resolve(currentContext()),
    );
    expect(context?.traceparent.slice(0, 36)).toBe(parent.slice(0, 36));
    expect(context?.traceparent).not.toBe(parent);
  });

  it('makes the span the parent of what the work sends', async () => {
    const { started, ended } = record();
    const context = await runInSpan(start, { traceparent: parent, correlationId: 'c-1' }, async () =>
      Promise.resolve(currentContext()),
    );
    expect(context).toEqual({ correlationId: 'c-1', traceparent: own });
    expect(started).toEqual([[start, parent]]);
    expect(ended).toEqual([{}]);
  });

  it.each([
    [0, /-00$/],
    [1, /-01$/],
  ])('records the share %d of the traces of messages that no request causes', (share, flags) => {
    recordSpans(() => ({ traceparent: own, end: () => undefined }), share);
    for (let count = 0; count < 50; count += 1) expect(newContext().traceparent).toMatch(flags);
  });

  it('ends the span with the error that the work throws', async () => {
    const { ended } = record();
    const error = new Error('connection lost');
    await expect(runInSpan(start, {}, () => Promise.reject(error))).rejects.toBe(error);
    expect(ended).toEqual([{ error }]);
  });
});
