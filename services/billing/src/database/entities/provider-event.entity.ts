import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is kept of an event: no personal data. Everything else is read from the provider. */
export interface EventSummary {
  readonly objectId: string | null;
  /** Seconds, by the provider's clock. */
  readonly created: number;
  /** The `offer_id` that our payment intents carry. */
  readonly offerId: string | null;
}

@Entity('provider_events')
export class ProviderEvent {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId!: string;

  @Column('text')
  type!: string;

  @Column('jsonb')
  payload!: EventSummary;

  @Column('timestamptz', { name: 'received_at' })
  receivedAt!: Date;

  @Column('timestamptz', { name: 'processed_at', nullable: true })
  processedAt!: Date | null;
}
