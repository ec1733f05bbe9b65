import { toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import { Stripe } from 'stripe';
import { type Invariant, invariants } from './invariants.js';
import { comparePayments, type Payment, readProviderPayments } from './provider-payments.js';

export interface VerifyTarget {
  /** A role that can read every schema. */
  readonly databaseUrl: string;
  readonly stripe: { readonly secretKey: string; readonly apiBase?: string };
  /** Ids of the leads that were acknowledged to a funnel. Without them, that invariant is not checked. */
  readonly acknowledged?: readonly string[];
  /** Accepts what waits for its next attempt, as in a system in use. By default, nothing may be unfinished. */
  readonly acceptsWaiting?: boolean;
}

export interface Finding {
  readonly name: string;
  readonly description: string;
  /** Undefined if the invariant was not checked. */
  readonly violations: readonly object[] | undefined;
}

/** The one invariant that compares the database with the card provider. */
export const PROVIDER_INVARIANT = {
  name: 'provider-payments-match',
  description:
    'every succeeded purchase is exactly one succeeded payment at the provider, refunded there if it is refunded here, and vice versa',
} as const;

/**
 * Checks every invariant.
 * @throws Error if the database or the provider cannot be read
 */
export async function verify(target: VerifyTarget): Promise<Finding[]> {
  const findings = await checkDatabase(target);
  const ours = await withPool(target.databaseUrl, readPurchases);
  const theirs = await readProviderPayments(createStripe(target.stripe));
  return [...findings, { ...PROVIDER_INVARIANT, violations: comparePayments(ours, theirs) }];
}

/** Checks the invariants that need the database alone. */
export const checkDatabase = ({
  databaseUrl,
  acknowledged,
  acceptsWaiting = false,
}: Omit<VerifyTarget, 'stripe'>): Promise<Finding[]> =>
  withPool(databaseUrl, async (pool) => {
    const findings: Finding[] = [];
    for (const invariant of invariants) {
      const { name, description, needsAcknowledged } = invariant;
      const isSkipped = needsAcknowledged === true && acknowledged === undefined;
      const values = needsAcknowledged === true ? [acknowledged] : [];
      const violations = isSkipped
        ? undefined
        : (await pool.query<object>(toSql(invariant, acceptsWaiting), values)).rows;
      findings.push({ name, description, violations });
    }
    return findings;
  });

const toSql = ({ sql, sqlAcceptingWaiting = sql }: Invariant, acceptsWaiting: boolean): string =>
  acceptsWaiting ? sqlAcceptingWaiting : sql;

async function withPool<Result>(url: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ ...toClientConfig(url), max: 1 });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Counts the rows that are still in progress, with or without those that wait for their next attempt. */
export async function countUnfinished(
  databaseUrl: string,
  { acceptsWaiting = false }: Pick<VerifyTarget, 'acceptsWaiting'> = {},
): Promise<number> {
  const client = new pg.Client(toClientConfig(databaseUrl));
  await client.connect();
  try {
    const nothingStuck = invariants.find(({ name }) => name === 'nothing-stuck');
    if (!nothingStuck) throw new Error('the invariant nothing-stuck does not exist');
    return (await client.query(toSql(nothingStuck, acceptsWaiting))).rows.length;
  } finally {
    await client.end();
  }
}

async function readPurchases(pool: pg.Pool): Promise<Payment[]> {
  const { rows } = await pool.query<Payment>(
    `SELECT stripe_payment_intent_id AS "intentId", offer_id AS "offerId", (amount * 100)::int AS "amountCents",
            CASE WHEN status = 'refunded' THEN (amount * 100)::int ELSE 0 END AS "refundedCents"
       FROM billing.purchases WHERE status IN ('succeeded', 'refunded')`,
  );
  return rows;
}

/** Returns a client of the card provider, or of the sandbox at `apiBase`. */
export function createStripe(stripe: VerifyTarget['stripe']): Stripe {
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
