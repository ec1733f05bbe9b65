import type { ChannelKind } from '@desk/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A way to reach a buyer (or an admin): at most one of each kind. */
@Entity('channels')
export class Channel {
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

  /** Nothing is sent to an address that is not known to be the user's. */
  @Column('timestamptz', { name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt!: Date | null;

  /** When the user last changed address or name; null since the registration. */
  @Column('timestamptz', { name: 'contact_at', nullable: true })
  contactAt!: Date | null;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
