import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ProviderEventSummary } from '../provider/provider-event.js';

@Entity('provider_events')
export class ProviderEventEntity {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId!: string;

  @Column('text')
  type!: string;

  @Column('jsonb')
  summary!: ProviderEventSummary;

  @Column('timestamptz', { name: 'processed_at', nullable: true })
  processedAt!: Date | null;
}
