import { expect, it } from '@jest/globals';
import { findUnknown } from '../../test/observability/known-series.js';
import { addMatcher, readExpression } from '../../test/observability/promql.js';

it('finds the metrics and labels that an expression reads', () => {
  expect(
    readExpression('histogram_quantile(0.9, sum by (le, queue) (rate(a_bucket{outcome=~"x|y"}[5m]))) > b'),
  ).toEqual({ metrics: ['a_bucket', 'b'], labels: ['le', 'queue', 'outcome'] });
});

it.each(['sum(', 'rate(a[5m)', 'a{b=}', ''])('rejects %j', (text) => {
  expect(() => readExpression(text)).toThrow();
});

it('adds a matcher to every selector and to nothing else', () => {
  expect(
    addMatcher('sum by (le) (rate(a_bucket{outcome=~"x|y"}[5m])) > 2 * max(b) or absent(c)', 'n="1"'),
  ).toBe('sum by (le) (rate(a_bucket{n="1",outcome=~"x|y"}[5m])) > 2 * max(b{n="1"}) or absent(c{n="1"})');
});

it('names metrics and labels that no process reports', () => {
  expect(findUnknown(readExpression('max by (shelf) (outbox_messages{state="x"}) + gone_total'))).toEqual([
    'gone_total',
    'shelf',
  ]);
  expect(findUnknown(readExpression('sum by (le) (rate(message_duration_seconds_bucket[5m]))'))).toEqual([]);
  expect(findUnknown(readExpression('message_duration_seconds'))).toEqual(['message_duration_seconds']);
});
