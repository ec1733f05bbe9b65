import { currentContext, recordSpans, type SpanStart } from '@desk/bullmq-transport';
import { afterEach, expect, it } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { requestContext } from './request-context.js';

const CALLER = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** Returns the context in which a request with these headers is handled. */
function handle(headers: Readonly<Record<string, string>>) {
  const request = { method: 'POST', get: (name: string) => headers[name] } as unknown as Request;
  const response = { setHeader: () => undefined, once: () => undefined } as unknown as Response;
  let context: ReturnType<typeof currentContext>;
  const next: NextFunction = () => (context = currentContext());
  requestContext(request, response, next);
  return context;
}

afterEach(() => recordSpans(undefined));

it("begins a trace of its own and links the caller's", () => {
  const started: { start: SpanStart; parent: string | undefined }[] = [];
  const own = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`;
  recordSpans((start, parent) => {
    started.push({ start, parent });
    return { traceparent: own, end: () => undefined };
  });
  expect(handle({ traceparent: CALLER })?.traceparent).toBe(own);
  expect(started).toEqual([{ start: expect.objectContaining({ link: CALLER }), parent: undefined }]);
});

it("does not take over the caller's trace while none is recorded", () => {
  expect(handle({ traceparent: CALLER })?.traceparent).not.toContain('a'.repeat(32));
});

it('continues a valid X-Request-Id, and replaces any other', () => {
  expect(handle({ 'x-request-id': 'request-0001' })?.correlationId).toBe('request-0001');
  expect(handle({ 'x-request-id': 'no good' })?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
});
