import type { Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { VerifiedEvent } from '../provider/webhook-verifier.js';
import { ProviderEventEntity } from './provider-event.entity.js';

@Injectable()
export class ProviderEventRepository {
  constructor(private readonly dataSource: DataSource) {}

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
