import { recordSpans, runInContext } from '@desk/bullmq-transport';
import { afterEach, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

const TRACE = 'a'.repeat(32);
afterEach(() => recordSpans(undefined));

/** Returns the line that is logged while a message with these flags is handled. */
function logWithin(flags: '00' | '01'): Record<string, unknown> {
  let line = '';
  const logger = createLogger('billing', 'info', { write: (text) => (line = text) });
  const context = { correlationId: 'c-1', traceparent: `00-${TRACE}-${'b'.repeat(16)}-${flags}` };
  runInContext(context, () => logger.info({ purchaseId: 'p-1' }, 'charge deferred'));
  return JSON.parse(line) as Record<string, unknown>;
}

it('logs JSON with the correlation id and the trace in progress', () => {
  recordSpans(() => ({ traceparent: '', end: () => undefined }));
  expect(logWithin('01')).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    service: 'billing',
    correlationId: 'c-1',
    trace_id: TRACE,
    purchaseId: 'p-1',
    msg: 'charge deferred',
  });
});

it('omits a trace that is not recorded', () => {
  expect(logWithin('01')).not.toHaveProperty('trace_id');
  recordSpans(() => ({ traceparent: '', end: () => undefined }));
  expect(logWithin('00')).not.toHaveProperty('trace_id');
  expect(logWithin('00')).toHaveProperty('correlationId', 'c-1');
});

it('logs neither id outside of requests and messages', () => {
  let line = '';
  createLogger('billing', 'info', { write: (text) => (line = text) }).info('ready');
  expect(JSON.parse(line)).not.toHaveProperty('correlationId');
  expect(JSON.parse(line)).not.toHaveProperty('trace_id');
});
