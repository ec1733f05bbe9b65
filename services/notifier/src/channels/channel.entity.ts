import type { ChannelKind } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

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

  /** Null until the address is known to be the user's; nothing is sent before. */
  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  /** When the user last changed the address or name; null if never. */
  @Column('timestamptz', { name: 'contact_at', nullable: true })
  contactAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
