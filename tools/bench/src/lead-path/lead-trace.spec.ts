import { describe, expect, it } from '@jest/globals';
import { identifiersIn } from './identifiers.js';
import { countRoundTrips, extractLeadTrace, toSteps } from './lead-trace.js';
import type { RecordedStatement } from './recorder.js';

const leadId = '11111111-1111-4111-8111-111111111111';
const offerId = '22222222-2222-4222-8222-222222222222';
const buyerId = '33333333-3333-4333-8333-333333333333';
const otherId = '44444444-4444-4444-8444-444444444444';
const existingIds = new Set([buyerId]);

let time = 1_000;
const statement = (
  service: string,
  text: string,
  values: readonly unknown[] = [],
  connection = 1,
): RecordedStatement => {
  time += 1;
  const times = { startedAt: time, endedAt: time };
  return { service, connection, ...times, text, values };
};
const transaction = (service: string, ...statements: RecordedStatement[]): RecordedStatement[] => {
  const [first, last] = [statements[0]?.startedAt ?? 0, statements.at(-1)?.endedAt ?? 0];
  return [
    { ...statement(service, 'START TRANSACTION'), startedAt: first - 0.5 },
    ...statements,
    { ...statement(service, 'COMMIT'), startedAt: last + 0.5 },
  ];
};

const accept = transaction(
  'lead-router',
  statement('lead-router', 'INSERT lead', [leadId, 'rosa@example.com', new Date(5_000)]),
);
const poll = [statement('lead-router', 'SELECT due messages', [otherId])];
const reserve = transaction(
  'lead-router',
  statement('lead-router', 'SELECT buyer', [leadId]),
  statement('lead-router', 'INSERT offer', [offerId, leadId, buyerId]),
);
const charge = [statement('billing', 'INSERT purchase', [{ offerId }, [`offer~${offerId}`]])];
const deliver = [statement('notifier', 'INSERT delivery', [offerId])];
const receipts = transaction('billing', statement('billing', 'INSERT INTO documents …', [[leadId]]));
const recording = [...accept, ...poll, ...reserve, ...charge, ...deliver, ...receipts];

describe('identifiersIn', () => {
  it('finds identifiers in texts, arrays and objects', () => {
    expect(identifiersIn([`lead~${leadId}`, { a: 'pi_12345678ab' }, 7, null, new Date()])).toEqual([
      leadId,
      'pi_12345678ab',
    ]);
  });
});

describe('countRoundTrips', () => {
  const at = (startedAt: number, endedAt: number): RecordedStatement =>
    ({ startedAt, endedAt }) as RecordedStatement;

  it('counts statements that were sent together once', () => {
    expect(countRoundTrips([at(0, 3), at(0, 4), at(1, 5)])).toBe(1);
  });

  it('counts each wait for an answer', () => {
    expect(countRoundTrips([at(6, 9), at(0, 2), at(3, 5), at(3, 6)])).toBe(3);
    expect(countRoundTrips([])).toBe(0);
  });
});

describe('toSteps', () => {
  it('groups statements by transaction and connection, and omits rolled-back transactions', () => {
    const rolledBack = [
      statement('billing', 'START TRANSACTION', [], 2),
      statement('billing', 'UPDATE', [offerId], 2),
      statement('billing', 'ROLLBACK', [], 2),
    ];
    const steps = toSteps([...reserve, ...rolledBack, ...charge]);
    expect(
      steps.map(({ isTransaction, statements }) => [isTransaction, statements.map(({ text }) => text)]),
    ).toEqual([
      [true, ['SELECT buyer', 'INSERT offer']],
      [false, ['INSERT purchase']],
    ]);
  });
});

describe('extractLeadTrace', () => {
  it('follows identifiers from the lead through every service, and omits background work and receipts', () => {
    const trace = extractLeadTrace(recording, leadId, existingIds);
    expect(trace.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual([
      'INSERT lead',
      'SELECT buyer',
      'INSERT offer',
      'INSERT purchase',
      'INSERT delivery',
    ]);
  });

  it('throws if nothing was recorded, or a service is missing', () => {
    expect(() => extractLeadTrace([], leadId, existingIds)).toThrow('No statement of lead-router');
    expect(() => extractLeadTrace([...accept, ...reserve, ...charge], leadId, existingIds)).toThrow(
      'No statement of notifier was recorded',
    );
  });
});
