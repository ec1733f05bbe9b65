import type { OptionalNotice } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { BounceService } from '../channels/bounce.service.js';
import { Mailer } from '../channels/email/mailer.js';
import { UnsubscribeLinks } from '../notices/unsubscribe-links.js';
import type { Dispatcher } from '../sending/dispatcher.js';
import type { DestinationLimit } from '../sending/destination-places.js';
import { ACCOUNT_MAIL_LIMIT, ACCOUNT_MAIL_PLACES } from '../sending/lane-places.js';
import type { Postponement, SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { type ClaimedRow, SendingRepository } from '../sending/sending.repository.js';
import { renderCardDeclinedMail } from '../templates/card-declined-mail.js';
import { renderCardExpiringMail } from '../templates/card-expiring-mail.js';
import { renderChannelDisabledMail } from '../templates/channel-disabled-mail.js';
import { renderChannelSetUpMail } from '../templates/channel-set-up-mail.js';
import { renderIntegrationRequestedMail } from '../templates/integration-requested-mail.js';
import { renderIntegrationResolvedMail } from '../templates/integration-resolved-mail.js';
import { renderLimitReachedMail } from '../templates/limit-reached-mail.js';
import type { Mail, OptionalNoticeContext } from '../templates/mail.js';
import { renderProblemReportMail } from '../templates/problem-report-mail.js';
import { renderReceiptMail } from '../templates/receipt-mail.js';
import { renderRefundMail } from '../templates/refund-mail.js';
import { renderSecurityMail } from '../templates/security-mail.js';
import { renderServiceStoppedMail } from '../templates/service-stopped-mail.js';
import { renderSummaryMail } from '../templates/summary-mail.js';
import { renderUnderReviewMail } from '../templates/under-review-mail.js';
import { enqueueAccountMail } from './account-mail-queue.js';
import type { AccountMailContent } from './account-mail.entity.js';
import { AccountMailRepository } from './account-mail.repository.js';
import { LinkSealer } from './link-sealer.js';
import { MailboxLimiter } from './mailbox-limiter.js';

@Injectable()
export class AccountMailDispatcher implements Dispatcher<AccountMailContent> {
  readonly rows = new SendingRepository<AccountMailContent>('account_mails');

  constructor(
    private readonly mailer: Mailer,
    private readonly linkSealer: LinkSealer,
    private readonly bounces: BounceService,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    private readonly mails: AccountMailRepository,
    private readonly mailboxes: MailboxLimiter,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  enqueue(tx: Tx, { id }: { readonly id: string }, attempt: number, delayMs?: number): void {
    enqueueAccountMail(tx, id, attempt, delayMs);
  }

  places(): number {
    return ACCOUNT_MAIL_PLACES;
  }

  limitPerDestination(): DestinationLimit {
    return ACCOUNT_MAIL_LIMIT;
  }

  async send(row: ClaimedRow<AccountMailContent>): Promise<SendOutcome | Postponement> {
    const { content } = row;
    const expiresAt = 'expiresAt' in content ? content.expiresAt : null;
    // An expired link would only confuse the recipient.
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
      return { result: 'permanent', reason: 'LINK_EXPIRED' };
    // Retries take about a day, and the limit may have started over meanwhile.
    if (content.subject === 'limit-reached' && Date.parse(content.resumesAt) <= Date.now())
      return { result: 'permanent', reason: 'NO_LONGER_USEFUL' };
    const mail = this.render(row);
    const isNotSent = await this.mailboxes.count(row, mail.subject);
    return isNotSent ?? this.mailer.send(row, mail);
  }

  onSent(): Promise<void> {
    // No other service needs to know.
    return Promise.resolve();
  }

  /** An address that was entered for a change is not the channel's, and so changes nothing. */
  async onFailure(
    tx: Tx,
    { id, address, claimedAt }: ClaimedRow<AccountMailContent>,
    { isBounce }: SendFailure,
  ): Promise<void> {
    if (!isBounce) return;
    const [mail] = await tx.query<{ userId: string }>(
      'SELECT user_id AS "userId" FROM account_mails WHERE id = $1',
      [id],
    );
    if (mail) await this.bounces.record(tx, mail.userId, address, claimedAt);
  }

  hasNewDestination(tx: Tx, { id, address }: ClaimedRow<AccountMailContent>): Promise<boolean> {
    return this.mails.hasOtherAddress(tx, id, address);
  }

  toLogFields({ id, content }: ClaimedRow<AccountMailContent>): Record<string, string> {
    return { mailId: id, subject: content.subject };
  }

  private render({ id, content }: ClaimedRow<AccountMailContent>): Mail {
    const { PUBLIC_URL: publicUrl } = this.env;
    if (content.subject === 'under-review') return renderUnderReviewMail(content, { publicUrl });
    if (content.subject === 'summary') return renderSummaryMail(content, { publicUrl });
    if (content.subject === 'service-stopped') return renderServiceStoppedMail(content, { publicUrl });
    if (content.subject === 'problem-report') return renderProblemReportMail(content, { publicUrl });
    if (content.subject === 'integration-requested')
      return renderIntegrationRequestedMail(content, { publicUrl });
    if (content.subject === 'integration-resolved')
      return renderIntegrationResolvedMail(content, { publicUrl });
    if (content.subject === 'refund') return renderRefundMail(content, { publicUrl });
    if (content.subject === 'card-declined') return renderCardDeclinedMail(content, { publicUrl });
    if (content.subject === 'card-expiring') return renderCardExpiringMail(content, { publicUrl });
    if (content.subject === 'channel-set-up') return renderChannelSetUpMail(content, { publicUrl });
    if (content.subject === 'channel-disabled')
      return renderChannelDisabledMail(content, this.toContext('channelProblems', content.userId));
    if (content.subject === 'limit-reached')
      return renderLimitReachedMail(content, this.toContext('limitReached', content.userId));
    if (content.subject === 'receipt')
      return renderReceiptMail(content, this.toContext('receipts', content.userId));
    const link = content.sealedLink === null ? null : this.linkSealer.open(id, content.sealedLink);
    return renderSecurityMail({ ...content, link }, { publicUrl });
  }

  private toContext(notice: OptionalNotice, userId: string | undefined): OptionalNoticeContext {
    const { PUBLIC_URL: publicUrl } = this.env;
    const unsubscribeUrl = userId === undefined ? undefined : this.unsubscribeLinks.toUrl({ notice, userId });
    return { publicUrl, unsubscribeUrl };
  }
}
