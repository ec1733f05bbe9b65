import { expect, it } from '@jest/globals';
import { divideReport } from './divide-report';
import { toBars } from './to-bars';

const spans = divideReport({
  from: '2026-11-26',
  to: '2026-11-27',
  today: '2026-11-27',
  days: [{ day: '2026-11-27', leads: 2, spent: '80.00' }],
});

it('names each day, and links to its list if it has leads', () => {
  const [empty, today] = toBars(spans, 'leads');
  expect(empty).toMatchObject({ name: 'Thu, Nov 26: 0 leads, $0', value: 0 });
  expect(empty).not.toHaveProperty('to');
  expect(today).toMatchObject({
    name: 'Fri, Nov 27: 2 leads, $80 so far',
    value: 2,
    isUnfinished: true,
    to: '/dashboard?from=2026-11-27&to=2026-11-27#recent-leads',
  });
});

it('shows what was spent, in cents', () => {
  expect(toBars(spans, 'spent').map(({ value }) => value)).toEqual([0, 8_000]);
});
