import { Column, Entity } from 'typeorm';
import type { LeadSale } from '../channels/channel.js';
import { SendableEntity } from '../sending/sendable.entity.js';

/** The delivery of one sold lead over one channel of its buyer. */
@Entity('deliveries')
export class DeliveryEntity extends SendableEntity<LeadSale> {
  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('uuid', { name: 'offer_id' })
  offerId!: string;

  @Column('uuid', { name: 'channel_id' })
  channelId!: string;
}
