import { prepared, Transactions, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ProviderEvent } from '../provider/provider-event.js';
import { ProviderEventEntity } from './provider-event.entity.js';

const INSERT_EXPECTED = prepared(`
  INSERT INTO provider_events (event_id, type, summary, processed_at)
  SELECT e.id, e.type, e.summary::jsonb, now()
    FROM unnest($1::text[], $2::text[], $3::text[]) AS e (id, type, summary)
    JOIN purchases p ON p.stripe_payment_intent_id = e.summary::jsonb ->> 'objectId'
   WHERE p.status = CASE e.type WHEN 'payment_intent.succeeded' THEN 'succeeded'
                                WHEN 'payment_intent.payment_failed' THEN 'failed'
                                WHEN 'payment_intent.canceled' THEN 'failed' END
  ON CONFLICT DO NOTHING RETURNING event_id AS id`);

@Injectable()
export class ProviderEventRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Stores events that only repeat what their purchase has recorded, as processed: the usual case, in one round trip.
   * Returns the events that say something else or are already stored.
   */
  async insertExpected(events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
    const inserted = await this.transactions.query<{ id: string }>(INSERT_EXPECTED, [
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ summary }) => JSON.stringify(summary)),
    ]);
    const insertedIds = new Set(inserted.map(({ id }) => id));
    return events.filter(({ id }) => !insertedIds.has(id));
  }

  /** Returns those that are not stored, oldest first. */
  async filterUnknown(events: readonly ProviderEvent[]): Promise<ProviderEvent[]> {
    const stored: { id: string }[] = await this.dataSource.query(
      'SELECT event_id AS id FROM provider_events WHERE event_id = ANY ($1)',
      [events.map(({ id }) => id)],
    );
    const storedIds = new Set(stored.map(({ id }) => id));
    return events
      .filter(({ id }) => !storedIds.has(id))
      .toSorted((a, b) => a.summary.created - b.summary.created);
  }

  /** Returns false if the event is already stored. */
  async insert(tx: Tx, { id, type, summary }: ProviderEvent): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO provider_events (event_id, type, summary) VALUES ($1, $2, $3)
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
