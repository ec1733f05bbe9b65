import { prepared, Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { VerifiedEvent } from '../provider/webhook-verifier.js';
import { ProviderEventEntity } from './provider-event.entity.js';

const INSERT_EXPECTED = prepared(`
  INSERT INTO provider_events (event_id, type, payload, processed_at)
  SELECT $1, $2, $3, now() FROM purchases
   WHERE stripe_payment_intent_id = $4
     AND status = CASE $2 WHEN 'payment_intent.succeeded' THEN 'succeeded'
                          WHEN 'payment_intent.payment_failed' THEN 'failed'
                          WHEN 'payment_intent.canceled' THEN 'failed' END
  ON CONFLICT DO NOTHING RETURNING event_id`);

@Injectable()
export class ProviderEventRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores an event that only repeats what its purchase has recorded, as processed: the usual case, in one round trip.
   * Returns false if the event says anything else, or is already stored.
   */
  async insertExpected({ id, type, summary }: VerifiedEvent): Promise<boolean> {
    const inserted = await this.transactions.query(INSERT_EXPECTED, [id, type, summary, summary.objectId]);
    return inserted.length > 0;
  }

  /** Returns false if the event is already stored. */
  async insert(tx: Tx, { id, type, summary }: VerifiedEvent): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO provider_events (event_id, type, payload) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [id, type, summary],
    );
    return inserted.length > 0;
  }

  async find(eventId: string): Promise<ProviderEventEntity | null> {
    return this.dataSource.manager.findOneBy(ProviderEventEntity, { eventId });
  }

  async setProcessed(eventId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE provider_events SET processed_at = now() WHERE event_id = $1 AND processed_at IS NULL',
      [eventId],
    );
  }
}
