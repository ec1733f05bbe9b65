import { Column, Entity } from 'typeorm';
import { SendableEntity } from '../sending/sendable.entity.js';
import type { CardDeclinedContent } from '../templates/card-declined-mail.js';
import type { CardExpiringContent } from '../templates/card-expiring-mail.js';
import type { ChannelDisabledContent } from '../templates/channel-disabled-mail.js';
import type { ChannelSetUpContent } from '../templates/channel-set-up-mail.js';
import type { LimitReachedContent } from '../templates/limit-reached-mail.js';
import type { ProblemReportContent } from '../templates/problem-report-mail.js';
import type { IntegrationRequestedContent } from '../templates/integration-requested-mail.js';
import type { IntegrationResolvedContent } from '../templates/integration-resolved-mail.js';
import type { ReceiptContent } from '../templates/receipt-mail.js';
import type { RefundContent } from '../templates/refund-mail.js';
import type { SecurityMailKind } from '../templates/security-mail.js';
import type { ServiceStoppedContent } from '../templates/service-stopped-mail.js';
import type { SummaryContent } from '../templates/summary-mail.js';
import type { UnderReviewContent } from '../templates/under-review-mail.js';

export interface StoredSecurityMailContent {
  readonly subject: SecurityMailKind;
  readonly firstName: string;
  readonly at: string;
  readonly expiresAt: string | null;
  /** Encrypted, because anyone with the link can act for the user. */
  readonly sealedLink: string | null;
  /** Absent except for a sign-in from a new device. */
  readonly device?: { readonly name: string; readonly network: string };
}
/** Whose preferences the unsubscribe link changes. */
interface Owner {
  readonly userId: string;
}
/** Rows of the previous release have none. */
type OptionalOwner = Partial<Owner>;
export type AccountMailContent =
  | ({ readonly subject: 'card-declined' } & CardDeclinedContent)
  | ({ readonly subject: 'card-expiring' } & CardExpiringContent)
  | ({ readonly subject: 'channel-disabled' } & OptionalOwner & ChannelDisabledContent)
  | ({ readonly subject: 'channel-set-up' } & ChannelSetUpContent)
  | ({ readonly subject: 'limit-reached' } & Owner & LimitReachedContent)
  | ({ readonly subject: 'problem-report' } & ProblemReportContent)
  | ({ readonly subject: 'integration-requested' } & IntegrationRequestedContent)
  | ({ readonly subject: 'integration-resolved' } & IntegrationResolvedContent)
  | ({ readonly subject: 'receipt' } & Owner & ReceiptContent)
  | ({ readonly subject: 'refund' } & RefundContent)
  | ({ readonly subject: 'service-stopped' } & ServiceStoppedContent)
  | ({ readonly subject: 'summary' } & SummaryContent)
  | ({ readonly subject: 'under-review' } & UnderReviewContent)
  | StoredSecurityMailContent;

type Notice = Exclude<AccountMailContent, StoredSecurityMailContent>['subject'];
/**
 * Whether a notice that still waits goes to the new address if its user changes it. News of a channel that was set up goes to
 * the previous one, and so do security mails: whoever took over an account may change the address next.
 */
const FOLLOWS_USER: Readonly<Record<Notice, boolean>> = {
  'card-declined': true,
  'card-expiring': true,
  'channel-disabled': true,
  'channel-set-up': false,
  // To our team.
  'integration-requested': false,
  'integration-resolved': true,
  'limit-reached': true,
  'problem-report': true,
  receipt: true,
  refund: true,
  'service-stopped': true,
  // Others may have used the previous address.
  summary: false,
  'under-review': true,
};
export const subjectsThatFollowUser = Object.entries(FOLLOWS_USER).flatMap(([subject, follows]) =>
  follows ? [subject] : [],
);

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
