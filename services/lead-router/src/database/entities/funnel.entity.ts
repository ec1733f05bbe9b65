import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('funnels')
export class Funnel {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('boolean', { default: true })
  active!: boolean;
}
