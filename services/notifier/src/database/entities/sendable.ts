import type { ChannelKind, DeliveryState } from '@desk/contracts';
import { Column, PrimaryColumn } from 'typeorm';

/** What every row has that is sent to one address, tried again until it is sent or given up. */
export abstract class Sendable {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: ChannelKind;

  @Column('text')
  address!: string;

  @Column('text', { default: 'queued' })
  status!: DeliveryState;

  /** Times that a process took it in hand, also those that died on it. It never goes back. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Those of earlier rounds: what was given up and is sent again has all its tries again. */
  @Column('integer', { name: 'attempts_before', default: 0 })
  attemptsBefore!: number;

  /** The same at each attempt, so that a repetition is recognisable. */
  @Column('text', { name: 'message_id' })
  messageId!: string;

  /** Until then it is one process's alone. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column('text', { name: 'last_error_code', nullable: true })
  lastErrorCode!: string | null;

  @Column('timestamptz', { name: 'queued_at', default: () => 'now()' })
  queuedAt!: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}
