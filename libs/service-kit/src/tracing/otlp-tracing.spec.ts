import { afterEach, expect, it } from '@jest/globals';
import { createTracing } from './otlp-tracing.js';

const SAMPLED = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const start = { name: 'POST', kind: 'server', attributes: {} } as const;
let tracing: ReturnType<typeof createTracing> | undefined;
const create = (share: number) =>
  (tracing = createTracing({ service: 'gateway', endpoint: 'http://127.0.0.1:9', share }));
afterEach(() => tracing?.stop());

it.each([SAMPLED, 'rubbish', '00-xyz-1-zz', undefined])(
  'decides by itself whether a trace with the link %s is recorded',
  (link) => {
    const withLink = link === undefined ? start : { ...start, link };
    expect(create(0).startSpan(withLink, undefined).traceparent).toMatch(
      /^00-(?!a{32})[0-9a-f]{32}-[0-9a-f]{16}-00$/,
    );
    expect(create(1).startSpan(withLink, undefined).traceparent).toMatch(
      /^00-(?!a{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/,
    );
  },
);

it('records the spans of a recorded trace, whatever its own sampling ratio', () => {
  expect(create(0).startSpan(start, SAMPLED).traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-01$/);
  expect(create(1).startSpan(start, SAMPLED.replace(/01$/, '00')).traceparent).toMatch(/-00$/);
});
