import { randomUUID } from 'node:crypto';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { REQUEST_RUN } from '../src/reconciliation/run.repository.js';
import { BillingHarness } from './billing.harness.js';
import { BillingProcess } from './billing-process.js';

jest.setTimeout(560_000);

const PAYMENTS = 2_500;
const CONCURRENT_POSTS = 20;
/** How many differences of each kind are planted. */
const PLANTED = 15;

interface Payment {
  readonly purchaseId: string;
  readonly intentId: string;
}
interface RunRow {
  readonly phase: string;
  readonly payments: number;
  readonly found: number;
  readonly failures: number;
  readonly finished_at: Date | null;
}

describe('reconciliation of a backlog', () => {
  let billing: BillingHarness;
  const processes: BillingProcess[] = [];

  beforeAll(async () => {
    billing = await BillingHarness.prepare({
      RECONCILIATION_MIN_AGE_SECONDS: '1',
      STRIPE_TIMEOUT_MS: '3000',
    });
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await billing.stop();
  });

  const startCopy = async (): Promise<BillingProcess> => {
    const process = await BillingProcess.start(billing.env);
    processes.push(process);
    return process;
  };

  async function pay(): Promise<Payment> {
    const purchaseId = randomUUID();
    const { id: intentId } = await billing.sandbox.post<{ id: string }>('/v1/payment_intents', {
      amount: '8000',
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'allowed_payment_method_types[]': 'card',
      'metadata[purchase_id]': purchaseId,
    });
    return { purchaseId, intentId };
  }

  async function payMany(count: number): Promise<Payment[]> {
    const payments: Payment[] = [];
    while (payments.length < count)
      payments.push(...(await Promise.all(Array.from({ length: CONCURRENT_POSTS }, pay))));
    return payments;
  }

  const record = (payments: readonly Payment[], amount = 80): Promise<unknown> =>
    billing.pool.query(
      `INSERT INTO purchases (id, offer_id, user_id, lead_id, amount, currency, status, stripe_payment_intent_id,
                              card_version, first_requested_at, purchased_at, updated_at)
       SELECT id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $3, 'usd', 'succeeded', intent, 1,
              now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour'
         FROM unnest($1::uuid[], $2::text[]) AS p(id, intent)`,
      [payments.map(({ purchaseId }) => purchaseId), payments.map(({ intentId }) => intentId), amount],
    );

  async function readRun(): Promise<RunRow> {
    const { rows } = await billing.pool.query<RunRow>('SELECT * FROM reconciliation_runs');
    expect(rows).toHaveLength(1);
    return rows[0] as RunRow;
  }

  it('finds each planted difference once, though a copy is killed, two compete and the provider fails', async () => {
    const payments = await payMany(PAYMENTS);
    const unknown = payments.slice(0, PLANTED);
    const wrong = payments.slice(-PLANTED);
    const invented = Array.from({ length: PLANTED }, () => ({
      purchaseId: randomUUID(),
      intentId: `pi_invented${randomUUID().slice(0, 8)}`,
    }));
    await record(payments.slice(PLANTED, -PLANTED));
    await record(wrong, 79);
    await record(invented);

    const list = { method: 'GET', path: '/v1/payment_intents' } as const;
    // Leaves time to kill the copy before it has read all pages.
    await billing.sandbox.addFault({ match: list, kind: 'latency', ms: 300 });
    const first = await startCopy();
    await billing.pool.query(REQUEST_RUN, [randomUUID(), 'command', null, null]);
    await eventually(async () => {
      const { payments: compared } = await readRun();
      if (compared < 300) throw new Error(`${compared} payments are compared`);
    });
    await first.kill();
    const killed = await readRun();
    expect(killed).toMatchObject({ phase: 'payments', finished_at: null });

    await billing.sandbox.clearFaults();
    await billing.sandbox.addFault({ match: list, kind: 'status', status: 429, times: 1 });
    await billing.sandbox.addFault({ match: list, kind: 'status', status: 500, times: 1 });
    await billing.sandbox.addFault({ match: list, kind: 'latency', ms: 6_000, times: 1 });
    await Promise.all([startCopy(), startCopy()]);
    const run = await eventually(
      async () => {
        const current = await readRun();
        if (current.finished_at === null) throw new Error(`phase ${current.phase}: ${current.payments}`);
        return current;
      },
      { timeoutMs: 300_000 },
    );
    expect(await billing.sandbox.countFaultHits()).toBe(3);
    // Each page was committed once: what the killed copy had compared was not compared again.
    expect(run).toMatchObject({ payments: PAYMENTS + PLANTED, found: 3 * PLANTED, failures: 0 });
    const { rows } = await billing.pool.query<{ kind: string; provider_id: string }>(
      'SELECT kind, provider_id FROM reconciliation_differences',
    );
    const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.provider_id);
    expect(new Set(idsOf('missing-here'))).toEqual(new Set(unknown.map(({ intentId }) => intentId)));
    expect(new Set(idsOf('missing-there'))).toEqual(new Set(invented.map(({ intentId }) => intentId)));
    expect(new Set(idsOf('amount'))).toEqual(new Set(wrong.map(({ intentId }) => intentId)));
    expect(rows).toHaveLength(3 * PLANTED);
    const { rows: seen } = await billing.pool.query('SELECT 1 FROM reconciliation_seen');
    expect(seen).toEqual([]);
  });
});
