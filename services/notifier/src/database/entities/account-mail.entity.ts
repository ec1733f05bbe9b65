import { Column, Entity } from 'typeorm';
import type { CardDeclinedContent } from '../../templates/card-declined-mail.js';
import type { SecurityMailKind } from '../../templates/security-mail.js';
import { Sendable } from './sendable.js';

/** As stored: the link is sealed, because whoever has it can act for the user. */
export interface SecurityMailContent {
  readonly subject: SecurityMailKind;
  readonly firstName: string;
  readonly at: string;
  readonly expiresAt: string | null;
  readonly sealedLink: string | null;
}
export type AccountMailContent =
  ({ readonly subject: 'card-declined' } & CardDeclinedContent) | SecurityMailContent;

/** A mail to a user about their own account. */
@Entity('account_mails')
export class AccountMail extends Sendable {
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Names the occasion: one mail for each. */
  @Column('text')
  occasion!: string;

  @Column('jsonb')
  content!: AccountMailContent;
}
