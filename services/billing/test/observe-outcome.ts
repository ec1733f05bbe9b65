import { getCard, listPurchases } from '@desk/contracts';
import type { BillingHarness } from './billing.harness.js';

/** Everything that a charge came to, at our side and at the provider. */
export interface Outcome {
  readonly purchase: string | undefined;
  readonly declineCode: string | null | undefined;
  /** How the total of all payments changed. */
  readonly totalCents: number;
  /** `usable`, or what would make the buyer's card usable again. */
  readonly card: 'usable' | 'retry' | 'authenticate' | 'replace';
  readonly intents: readonly string[];
  readonly refunds: readonly string[];
  readonly refundsAtProvider: readonly string[];
  readonly dispute: string | null;
  /** What lead-router learns, other than about the buyer's cards. */
  readonly messages: readonly string[];
}

export const readTotalCents = async (billing: BillingHarness): Promise<number> =>
  (await billing.commands.send(listPurchases, { limit: 1 })).total.amountCents;

const readStatuses = async (billing: BillingHarness, path: string): Promise<string[]> => {
  const { data } = await billing.sandbox.get(path);
  return (data as { status: string }[]).map(({ status }) => status);
};

async function listMessages(billing: BillingHarness, keys: readonly string[]): Promise<string[]> {
  const published = (await Promise.all(keys.map((key) => billing.listPublished(key)))).flat();
  return published
    .filter(({ name, queue }) => queue === 'lead-router.events' && name !== 'billing.card-changed')
    .map(({ name, payload }) => {
      const blame = payload['blameCard'] === true ? ', card to blame' : '';
      return `${name.slice('billing.'.length)}${blame}`;
    })
    .toSorted();
}

export async function observeOutcome(
  billing: BillingHarness,
  { offerId, buyerId }: { readonly offerId: string; readonly buyerId: string },
  totalCentsBefore: number,
) {
  const purchase = await billing.findPurchase(offerId);
  const { rows: refunds } = await billing.pool.query<{ id: string; text: string }>(
    `SELECT id, reason || ' ' || status AS text FROM refunds WHERE purchase_id = $1 ORDER BY text`,
    [purchase?.id],
  );
  const { rows: disputes } = await billing.pool.query<{ id: string; status: string }>(
    'SELECT id, status FROM disputes WHERE purchase_id = $1',
    [purchase?.id],
  );
  const intents = await billing.sandbox.listIntents(offerId);
  const { usable, recovery } = await billing.commands.send(getCard, { buyerId });
  const intentId = purchase?.stripe_payment_intent_id;
  const keys = [offerId, `${buyerId}-1`, ...refunds.map(({ id }) => id), ...disputes.map(({ id }) => id)];
  return {
    purchase: purchase?.status,
    declineCode: purchase?.decline_code,
    totalCents: (await readTotalCents(billing)) - totalCentsBefore,
    card: usable ? 'usable' : recovery,
    intents: intents.map(({ status }) => status),
    refunds: refunds.map(({ text }) => text),
    refundsAtProvider: intentId ? await readStatuses(billing, `/v1/refunds?payment_intent=${intentId}`) : [],
    dispute: disputes[0]?.status ?? null,
    messages: await listMessages(billing, keys),
  };
}
