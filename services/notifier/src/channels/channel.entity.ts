import type { ChannelKind } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Ties encrypted settings to their channel: see `DataCipher`. */
export const toSettingsPurpose = (channelId: string): string => `channels.settings ${channelId}`;

/** An address of a buyer or an admin. Each has at most one channel of each kind. */
@Entity('channels')
export class ChannelEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** The user's id; an agent's buyer id is the same. */
  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('text')
  kind!: ChannelKind;

  @Column('text')
  address!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  /** Null until the channel may be used. An email channel is usable at once: see `confirmedAt`. */
  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  /** Email only: when the user last confirmed the address. Read copy, like `confirmBy`: accounts owns both. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** Email only: from then on, an address that is not confirmed gets no personal data. */
  @Column('timestamptz', { name: 'confirm_by' })
  confirmBy!: Date;

  /** When a mail server last refused the address for good. */
  @Column('timestamptz', { name: 'bounced_at', nullable: true })
  bouncedAt!: Date | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  /** Why we disabled it: a `ChannelDisabledReason`. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason!: string | null;

  @Column('timestamptz', { name: 'paused_at', nullable: true })
  pausedAt!: Date | null;

  /** Number of recoveries of the account when the channel was set up or kept. Not for email. */
  @Column('integer', { name: 'recovery_version', default: 0 })
  recoveryVersion!: number;

  /** Set up before the account was recovered, and not used until its agent keeps it. Not for email. */
  @Column('timestamptz', { name: 'review_since', nullable: true })
  reviewSince!: Date | null;

  /** By its agent. The row stays, because deliveries refer to it, and serves the next set-up. */
  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt!: Date | null;

  /** The first failure since the last message that was accepted. Not for email. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSince!: Date | null;

  /** Without meaning unless it is after `failingSince`, like `failingSeconds`. */
  @Column('timestamptz', { name: 'last_failed_at', nullable: true })
  lastFailedAt!: Date | null;

  /** How long messages were tried in vain, without the gaps in which nothing was tried. Not for email. */
  @Column('double precision', { name: 'failing_seconds', default: 0 })
  failingSeconds!: number;

  /** What is needed to send, such as a secret: encrypted JSON. Not for email. */
  @Column('text', { nullable: true })
  settings!: string | null;

  /** The account was erased: only deliveries of paid leads are still sent. */
  @Column('timestamptz', { name: 'closing_at', nullable: true })
  closingAt!: Date | null;

  /** When address and name were removed. */
  @Column('timestamptz', { name: 'erased_at', nullable: true })
  erasedAt!: Date | null;

  /** Counts the changes of address and name, as accounts does; null before the first. */
  @Column('integer', { name: 'contact_version', nullable: true })
  contactVersion!: number | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
