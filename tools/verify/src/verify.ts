import pg from 'pg';
import { Stripe } from 'stripe';
import { invariants } from './invariants.js';
import { compareLedgers, type Payment, readProviderLedger } from './provider-ledger.js';

export interface VerifyTarget {
  /** Any role that may read every schema. */
  readonly databaseUrl: string;
  readonly stripe: { readonly secretKey: string; readonly apiBase?: string };
  /** Lead ids that funnels were told were accepted; without them that promise is not checked. */
  readonly acknowledged?: readonly string[];
}

export interface Finding {
  readonly name: string;
  readonly promise: string;
  /** Undefined: it could not be checked. */
  readonly violations: readonly object[] | undefined;
}

const LEDGER = {
  name: 'ledgers-match',
  promise:
    'every succeeded purchase is exactly one succeeded payment at the provider, and the other way round',
};

/** Checks every promise. Rejects when the database or the provider cannot be read: that is no all-clear. */
export async function verify(target: VerifyTarget): Promise<Finding[]> {
  const pool = new pg.Pool({ connectionString: target.databaseUrl, max: 1 });
  try {
    const findings: Finding[] = [];
    for (const { name, promise, sql, takesAcknowledged } of invariants) {
      const skipped = takesAcknowledged === true && target.acknowledged === undefined;
      const values = takesAcknowledged === true ? [target.acknowledged] : [];
      const violations = skipped ? undefined : (await pool.query<object>(sql, values)).rows;
      findings.push({ name, promise, violations });
    }
    const ours = await readPurchases(pool);
    findings.push({ ...LEDGER, violations: compareLedgers(ours, await readProviderLedger(client(target))) });
    return findings;
  } finally {
    await pool.end();
  }
}

/** How many things are still under way. */
export async function countUnsettled(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const stuck = invariants.find(({ name }) => name === 'nothing-is-stuck');
    return stuck ? (await client.query(stuck.sql)).rows.length : 0;
  } finally {
    await client.end();
  }
}

async function readPurchases(pool: pg.Pool): Promise<Payment[]> {
  const { rows } = await pool.query<Payment>(
    `SELECT stripe_payment_intent_id AS "intentId", offer_id AS "offerId", (amount * 100)::int AS "amountCents"
       FROM billing.purchases WHERE status IN ('succeeded', 'refunded')`,
  );
  return rows;
}

function client({ stripe }: VerifyTarget): Stripe {
  const base = stripe.apiBase === undefined ? undefined : new URL(stripe.apiBase);
  return new Stripe(stripe.secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
}
