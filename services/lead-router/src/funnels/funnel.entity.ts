import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('funnels')
export class FunnelEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { default: true })
  active!: boolean;
}
