import { toClientConfig } from '@desk/service-kit';
import pg from 'pg';
import { Stripe } from 'stripe';
import { comparePayments, type ListedPayment, type ProviderSide, type Window } from './compare-payments.js';
import type { Invariant } from './invariant.js';
import { invariants } from './invariants.js';
import { nothingStuck } from './nothing-stuck.js';
import { RecordedPayments } from './recorded-payments.js';

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
  /** Why it was not checked, if the database or the provider failed. */
  readonly error?: string;
}

type Described = Pick<Invariant, 'name' | 'description'>;

/** The one invariant that compares the database with the card provider. */
export const PROVIDER_INVARIANT = {
  name: 'provider-payments-match',
  description:
    'every succeeded purchase is exactly one succeeded payment at the provider, with the same refunds, and vice versa',
} as const satisfies Described;

/**
 * Checks every invariant. One that cannot be checked does not keep the others from being checked.
 * @throws Error if the database cannot be reached
 */
export const verify = (target: VerifyTarget): Promise<Finding[]> =>
  withPool(target.databaseUrl, async (pool) => {
    const findings = await checkInvariants(pool, target);
    const provider = await check(PROVIDER_INVARIANT, () =>
      comparePayments(new RecordedPayments(pool), new ProviderPayments(createStripe(target.stripe))),
    );
    return [...findings, provider];
  });

/**
 * Checks the invariants that need the database alone.
 * @throws Error if it cannot be reached
 */
export const checkDatabase = (target: Omit<VerifyTarget, 'stripe'>): Promise<Finding[]> =>
  withPool(target.databaseUrl, (pool) => checkInvariants(pool, target));

async function checkInvariants(
  pool: pg.Pool,
  { acknowledged, acceptsWaiting = false }: Pick<VerifyTarget, 'acknowledged' | 'acceptsWaiting'>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const invariant of invariants) {
    const { name, description, needsAcknowledged } = invariant;
    const isSkipped = needsAcknowledged === true && acknowledged === undefined;
    const values = needsAcknowledged === true ? [acknowledged] : [];
    findings.push(
      isSkipped
        ? { name, description, violations: undefined }
        : await check(
            invariant,
            async () => (await pool.query<object>(toSql(invariant, acceptsWaiting), values)).rows,
          ),
    );
  }
  return findings;
}

async function check(
  { name, description }: Described,
  find: () => Promise<readonly object[]>,
): Promise<Finding> {
  try {
    return { name, description, violations: await find() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, description, violations: undefined, error: reason };
  }
}

const toSql = ({ sql, sqlAcceptingWaiting = sql }: Invariant, acceptsWaiting: boolean): string =>
  acceptsWaiting ? sqlAcceptingWaiting : sql;

async function withPool<Result>(url: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ ...toClientConfig(url), max: 1 });
  // A connection that is lost while it is idle makes nothing fail: the next statement opens another one.
  pool.on('error', () => undefined);
  try {
    // A database that cannot be reached is one error, instead of one for each invariant.
    (await pool.connect()).release();
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Counts the rows that are still in progress, with or without those that wait for their next attempt. */
export const countUnfinished = (
  databaseUrl: string,
  { acceptsWaiting = false }: Pick<VerifyTarget, 'acceptsWaiting'> = {},
): Promise<number> =>
  withPool(databaseUrl, async (pool) => (await pool.query(toSql(nothingStuck, acceptsWaiting))).rows.length);

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

const EXPANDED = 'latest_charge';

/** The succeeded payments for offers in the provider's own list, with what was refunded of them. */
class ProviderPayments implements ProviderSide {
  constructor(private readonly stripe: Stripe) {}

  async list({ from, to }: Window): Promise<ListedPayment[]> {
    const created = { ...(from && { gte: toSeconds(from) }), ...(to && { lt: toSeconds(to) }) };
    const payments: ListedPayment[] = [];
    for await (const intent of this.stripe.paymentIntents.list({
      limit: 100,
      created,
      expand: [`data.${EXPANDED}`],
    }))
      payments.push(...toPayments(intent));
    return payments;
  }

  async find(intentId: string): Promise<ListedPayment | undefined> {
    try {
      const [payment] = toPayments(
        await this.stripe.paymentIntents.retrieve(intentId, { expand: [EXPANDED] }),
      );
      return payment;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return undefined;
      throw error;
    }
  }
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** Returns nothing for an intent that was not paid, or that is not for an offer. */
function toPayments(intent: Stripe.PaymentIntent): ListedPayment[] {
  const {
    id: intentId,
    status,
    metadata,
    amount_received: amountCents,
    created,
    latest_charge: charge,
  } = intent;
  const offerId = metadata['offer_id'];
  if (status !== 'succeeded' || offerId === undefined) return [];
  const refundedCents = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
  return [{ intentId, offerId, amountCents, refundedCents, createdAt: new Date(created * 1_000) }];
}
