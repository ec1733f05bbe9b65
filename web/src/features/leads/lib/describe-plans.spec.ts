import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { showTimesIn } from '@/lib/time-zone';
import { describePlans } from './describe-plans';

const now = Date.parse('2026-03-03T17:00:00.000Z');
const describeTexts = (remindAt: string | null, appointmentAt: string | null = null) =>
  describePlans({ remindAt, appointmentAt }, now).map(({ text }) => text);

beforeEach(() => showTimesIn('America/New_York'));
afterEach(() => showTimesIn(undefined));

it.each([
  ['2026-03-03T20:00:00.000Z', 'Call back today, 3:00 PM'],
  // Still the same day in New York.
  ['2026-03-04T04:59:00.000Z', 'Call back today, 11:59 PM'],
  ['2026-03-04T05:00:00.000Z', 'Call back Mar 4, 12:00 AM'],
  ['2027-01-05T15:00:00.000Z', 'Call back Jan 5, 2027, 10:00 AM'],
  ['2026-03-03T17:00:00.000Z', 'Call back overdue since today, 12:00 PM'],
  ['2026-03-02T14:30:00.000Z', 'Call back overdue since Mar 2, 9:30 AM'],
])('describes a reminder at %s as %j', (remindAt, text) => {
  expect(describeTexts(remindAt)).toEqual([text]);
});

it('marks only what is overdue', () => {
  const plans = describePlans(
    { remindAt: '2026-03-02T14:30:00.000Z', appointmentAt: '2026-03-02T19:00:00.000Z' },
    now,
  );
  expect(plans).toEqual([
    { text: 'Call back overdue since Mar 2, 9:30 AM', isOverdue: true },
    { text: 'Appointment Mar 2, 2:00 PM', isOverdue: false },
  ]);
});

it('describes nothing without plans', () => {
  expect(describeTexts(null)).toEqual([]);
  expect(describeTexts(null, '2026-03-03T19:00:00.000Z')).toEqual(['Appointment today, 2:00 PM']);
});
