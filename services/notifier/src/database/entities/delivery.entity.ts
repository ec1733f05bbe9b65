import type { leadSold, PayloadOf } from '@desk/contracts';
import { Column, Entity } from 'typeorm';
import { Sendable } from './sendable.js';

/** One sold lead on its way to its buyer over one channel. */
@Entity('deliveries')
export class Delivery extends Sendable {
  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('uuid', { name: 'buyer_id' })
  buyerId!: string;

  @Column('uuid', { name: 'offer_id' })
  offerId!: string;

  @Column('uuid', { name: 'channel_id' })
  channelId!: string;

  @Column('jsonb')
  content!: PayloadOf<typeof leadSold>;
}
