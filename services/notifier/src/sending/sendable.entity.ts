import {
  type ChannelKind,
  channelKinds,
  type DeliveryFailureReason,
  type DeliveryState,
} from '@desk/contracts';
import { Column, PrimaryColumn } from 'typeorm';

/** What is sent: a message over a channel, or a browser notification. Each kind has a pool of its own. */
export const messageKinds = [...channelKinds, 'push'] as const;
export type MessageKind = ChannelKind | 'push';

/** A message to one address that is retried until it is sent or has failed. */
export abstract class SendableEntity<Content> {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: MessageKind;

  @Column('text')
  address!: string;

  @Column('text', { default: 'queued' })
  status!: DeliveryState;

  /** Claims for an attempt, including those whose process died. Never decreases. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /**
   * Of them, those that the retry schedule does not count: the attempts of earlier rounds, so that a resent message gets the
   * full schedule again, and claims after which nothing was sent.
   */
  @Column('integer', { name: 'attempts_before', default: 0 })
  attemptsBefore!: number;

  /** The same on every attempt, so that the recipient can recognize a repetition. */
  @Column('text', { name: 'message_id' })
  messageId!: string;

  @Column('jsonb')
  content!: Content;

  /** Until then, only the process that claimed the row may send it. */
  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column('text', { name: 'last_error_code', nullable: true })
  lastErrorCode!: DeliveryFailureReason | null;

  @Column('timestamptz', { name: 'queued_at', default: () => 'now()' })
  queuedAt!: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt!: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt!: Date | null;
}
