import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EventSummary, ProviderEvent } from '../entities/provider-event.entity.js';

@Injectable()
export class ProviderEventsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** False when it is stored already. */
  async insert(tx: Tx, eventId: string, type: string, payload: EventSummary): Promise<boolean> {
    const added = await tx.query(
      `INSERT INTO provider_events (event_id, type, payload) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING event_id`,
      [eventId, type, payload],
    );
    return added.length > 0;
  }

  async find(eventId: string): Promise<ProviderEvent | null> {
    return this.dataSource.manager.findOneBy(ProviderEvent, { eventId });
  }

  async markProcessed(eventId: string): Promise<void> {
    await this.dataSource.query(
      'UPDATE provider_events SET processed_at = now() WHERE event_id = $1 AND processed_at IS NULL',
      [eventId],
    );
  }
}
