import type { ChannelKind } from '@desk/contracts';
import { Column, Entity } from 'typeorm';
import type { LeadSale } from '../channels/channel.js';
import { SendableEntity } from '../sending/sendable.entity.js';
import type { StoredContact } from './personal-data.js';

/** Ties an encrypted content to its delivery: see `DataCipher`. */
export const toContentPurpose = (deliveryId: string): string => `deliveries.content ${deliveryId}`;

/** The delivery of one sold lead over one channel of its buyer. Its content is encrypted. */
@Entity('deliveries')
export class DeliveryEntity extends SendableEntity<LeadSale | string> {
  declare kind: ChannelKind;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('uuid', { name: 'offer_id' })
  offerId!: string;

  @Column('uuid', { name: 'channel_id' })
  channelId!: string;

  /** What was known about the address at the last attempt; null before the first. */
  @Column('jsonb', { nullable: true })
  contact!: StoredContact | null;

  /** Text messages only: Twilio's id of the last message. */
  @Column('text', { name: 'provider_message_id', nullable: true })
  providerMessageId!: string | null;

  /** Text messages only: when the carrier confirmed the arrival. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt!: Date | null;

  /** Text messages only: whether the failure that Twilio reported later was ours. Null without such a report. */
  @Column('boolean', { name: 'reported_failure_is_ours', nullable: true })
  reportedFailureIsOurs!: boolean | null;

  /** Whether it was sent without personal data. */
  @Column('boolean', { default: false })
  redacted!: boolean;
}
