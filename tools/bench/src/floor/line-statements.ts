import { createHash, randomUUID } from 'node:crypto';
import type { Person } from '@desk/tool-workload';
import type { Pool, PoolClient } from 'pg';
import type { Sample } from '../load/sample.js';
import type { FloorDatabase } from './floor-database.js';
import * as sql from './statements.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** About as long as a sealed message. */
const SEALED = 'x'.repeat(1_100);

/**
 * What the database does for one lead from the post to the delivery: the same transactions, one after the other,
 * with no code of ours, no queue, no provider and no mail server between them.
 */
export class LineStatements {
  constructor(
    private readonly database: FloorDatabase,
    private readonly now: () => number,
  ) {}

  async sell(person: Person, sample: Sample): Promise<void> {
    const { pools } = this.database;
    const [leads, billing, notifier] = [pools['lead-router'], pools.billing, pools.notifier];
    const leadId = randomUUID();

    await transaction(leads, (client) => this.accept(client, leadId, person));
    sample.acceptedAt = this.now();

    const offer = await transaction(leads, (client) => reserve(client, leadId));
    await acknowledge(leads, 'lead-router.events', leadId);

    const purchaseId = randomUUID();
    await transaction(billing, async (client) => {
      await client.query(sql.addPurchase, [purchaseId, offer.id, offer.buyerId, leadId, '80.00', 'usd']);
      await client.query(sql.readPurchase, [purchaseId]);
    });
    await billing.query(sql.readPurchaseOfOffer, [offer.id]);
    await billing.query(sql.commitIntent, [purchaseId, `pi_${purchaseId}`]);
    await billing.query(sql.readPurchase, [purchaseId]);
    await transaction(billing, async (client) => {
      await client.query(sql.lockPurchase, [purchaseId]);
      await client.query(sql.markPaid, [purchaseId, new Date()]);
      await emit(client, offer.id, 'lead-router.events');
    });
    await acknowledge(leads, 'billing.events', offer.id);

    await transaction(leads, (client) => settle(client, leadId, offer, this.database.funnelId));
    await acknowledge(billing, 'lead-router.events', offer.id);

    const deliveryId = randomUUID();
    await transaction(notifier, async (client) => {
      await client.query(sql.addToInbox, [`sold~${leadId}`]);
      const { rows } = await client.query<{ id: string; address: string }>(sql.readChannels, [offer.buyerId]);
      const [channel] = rows;
      const address = channel?.address ?? '';
      const content = JSON.stringify({ leadId, person });
      await client.query(sql.addDelivery, [
        ...[deliveryId, leadId, offer.buyerId, offer.id, channel?.id, 'email', address],
        `<delivery-${deliveryId}@floor>`,
        content,
      ]);
      await emit(client, deliveryId, 'notifier.events');
    });
    await acknowledge(leads, 'notifier.events', leadId);
    await transaction(notifier, (client) => client.query(sql.claimDelivery, [deliveryId]));
    sample.mailedAt = this.now();
    await transaction(notifier, async (client) => {
      await client.query(sql.markSent, [deliveryId]);
      await emit(client, `delivered~${leadId}`, 'lead-router.events');
    });
    await acknowledge(notifier, 'notifier.events', deliveryId);
    await transaction(leads, async (client) => {
      await client.query(sql.addToInbox, [`delivered~${leadId}`]);
      await client.query(sql.markDelivered, [leadId, offer.id, new Date()]);
      await client.query(sql.appendToFeed, [offer.buyerId, 'lead-delivered', leadId]);
    });
    await acknowledge(notifier, 'lead-router.events', `delivered~${leadId}`);
  }

  private async accept(client: PoolClient, leadId: string, person: Person): Promise<void> {
    const { funnelId } = this.database;
    await client.query(sql.checkFunnel, [funnelId]);
    await client.query(sql.takeMark, ['email', digest(person.email), leadId, 30]);
    await client.query(sql.takeMark, ['phone', digest(person.phone), leadId, 30]);
    await client.query(sql.addLead, [
      ...[leadId, funnelId, digest(leadId), `${person.firstName} ${person.lastName}`, `+1${person.phone}`],
      ...[person.email, person.state, person.zip, '66-70', '$250K-$500K', person.timeline, person.leadType],
      ...['80.00', new Date()],
    ]);
    await emit(client, leadId, 'lead-router.events');
  }
}

interface Offer {
  readonly id: string;
  readonly buyerId: string;
}

async function reserve(client: PoolClient, leadId: string): Promise<Offer> {
  await client.query(sql.addToInbox, [`route~${leadId}`]);
  await client.query(sql.lockLead, [leadId]);
  const { rows } = await client.query<{ id: string }>(sql.pickBuyer, [leadId]);
  const buyerId = rows[0]?.id ?? (await client.query<{ id: string }>(sql.awaitBuyer, [leadId])).rows[0]?.id;
  if (buyerId === undefined) throw new Error('the floor has no buyer left');
  const taken = await client.query<{ day: string; number: number; limit: number; at: Date }>(
    sql.claimDailySlot,
    [buyerId],
  );
  const [unit] = taken.rows;
  if (!unit) throw new Error('the buyer of the floor has no unit left');
  const offerId = randomUUID();
  await client.query(sql.addOffer, [offerId, leadId, buyerId, unit.day, unit.number, unit.limit, unit.at]);
  await client.query(sql.reserveLead, [leadId]);
  await emit(client, offerId, 'billing.events');
  return { id: offerId, buyerId };
}

async function settle(client: PoolClient, leadId: string, offer: Offer, funnelId: string): Promise<void> {
  await client.query(sql.addToInbox, [`charged~${offer.id}`]);
  await client.query(sql.lockLead, [leadId]);
  await client.query(sql.lockOffer, [offer.id]);
  await client.query(sql.chargeOffer, [offer.id, new Date()]);
  await client.query(sql.sellLead, [leadId, new Date()]);
  await client.query(sql.recordSale, [leadId]);
  await client.query(sql.readFunnel, [funnelId]);
  await client.query(sql.appendToFeed, [offer.buyerId, 'lead-sold', leadId]);
  await emit(client, leadId, 'notifier.events');
}

const emit = (client: PoolClient, key: string, queue: string): Promise<unknown> =>
  client.query(sql.addToOutbox, [[`m~${key}`], [queue], ['message'], [SEALED], [3_000]]);

const acknowledge = (pool: Pool, queue: string, key: string): Promise<unknown> =>
  pool.query(sql.acknowledge, [[queue], [`m~${key}`]]);

async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
