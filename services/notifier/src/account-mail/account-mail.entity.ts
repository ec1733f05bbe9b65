import { Column, Entity } from 'typeorm';
import { SendableEntity } from '../sending/sendable.entity.js';
import type { AccountMailContent } from './account-mails.js';

/** An email to a user about their own account. */
@Entity('account_mails')
export class AccountMailEntity extends SendableEntity<AccountMailContent> {
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Unique, so that each occasion produces one email. */
  @Column('text')
  occasion!: string;

  /** Keyed digest of the mailbox that the last attempt was counted for. Null before, and for emails without a limit. */
  @Column('text', { nullable: true })
  mailbox!: string | null;

  /** Which limit of the mailbox counts it. */
  @Column('text', { name: 'mailbox_group', nullable: true })
  mailboxGroup!: string | null;

  /** When the last attempt was counted. */
  @Column('timestamptz', { name: 'counted_at', nullable: true })
  countedAt!: Date | null;
}
