import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { accountMail, type PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import {
  InjectEnv,
  InjectLogger,
  type Logger,
  ProviderCalls,
  type SettingsOf,
  type siteSettings,
} from '@desk/service-kit';
import { type LaneLimits, type Postponement, StepRunner } from '@desk/steps';
import { Controller, type OnApplicationBootstrap } from '@nestjs/common';
import { BounceRepository } from '../channels/email/bounce.repository.js';
import { ACCOUNT_MAIL_CONCURRENCY, Mailer } from '../channels/email/mailer.js';
import { UnsubscribeLinks } from '../notices/unsubscribe-links.js';
import { MessageFlow } from '../sending/message-flow.js';
import type { SendFailure, SendOutcome } from '../sending/send-outcome.js';
import { destinations } from '../sending/sending.repository.js';
import type { Mail } from '../templates/mail.js';
import { renderNoticeMail } from '../templates/notice-mail.js';
import { AccountMailRepository, type ClaimedMail } from './account-mail.repository.js';
import { AccountMailService } from './account-mail.service.js';
import { toOptionalNotice, writeAccountMail } from './account-mails.js';
import { LinkSealer } from './link-sealer.js';
import { MailboxLimiter } from './mailbox-limiter.js';

/** Keeps one send free for other domains while a slow mail server holds up the rest. */
export const ACCOUNT_MAILS_PER_DOMAIN = ACCOUNT_MAIL_CONCURRENCY - 1;

@Controller()
export class AccountMailFlow extends MessageFlow<ClaimedMail> implements OnApplicationBootstrap {
  constructor(
    private readonly steps: StepRunner,
    private readonly service: AccountMailService,
    private readonly mails: AccountMailRepository,
    private readonly mailer: Mailer,
    private readonly bounces: BounceRepository,
    private readonly mailboxes: MailboxLimiter,
    private readonly linkSealer: LinkSealer,
    private readonly unsubscribeLinks: UnsubscribeLinks,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
    calls: ProviderCalls,
    @InjectLogger() logger: Logger,
  ) {
    super(mails.table, calls, logger);
  }

  onApplicationBootstrap(): void {
    this.steps.start(this);
  }

  @HandleEvent(accountMail)
  create(mail: PayloadOf<typeof accountMail>, message: Message): Promise<void> {
    return this.service.create(mail, message);
  }

  limits(): LaneLimits<ClaimedMail> {
    return {
      concurrency: ACCOUNT_MAIL_CONCURRENCY,
      perDestination: { of: destinations.domain, limit: ACCOUNT_MAILS_PER_DOMAIN },
    };
  }

  async send(row: ClaimedMail): Promise<SendOutcome | Postponement> {
    const { content } = row;
    const isOver = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now();
    // An expired link would only confuse the recipient.
    if ('expiresAt' in content && isOver(content.expiresAt))
      return { result: 'permanent', reason: 'LINK_EXPIRED' };
    // Retries go on for about a day, and the daily limit may have started over by then.
    if (content.subject === 'limit-reached' && isOver(content.resumesAt))
      return { result: 'permanent', reason: 'NO_LONGER_USEFUL' };
    const mail = this.render(row);
    const verdict = await this.mailboxes.count(row, mail.subject);
    return verdict ?? this.mailer.send(row, mail);
  }

  /** A bounce of a new address that the user has only requested is not recorded: no channel has that address yet. */
  async onFailure(
    tx: Tx,
    { id, userId, address, claimedAt }: ClaimedMail,
    { isBounce, isFinal }: SendFailure & { readonly isFinal: boolean },
  ): Promise<boolean> {
    if (isBounce && userId !== null) await this.bounces.recordBounce(tx, userId, address, claimedAt);
    return isFinal && this.mails.hasOtherAddress(tx, id, address);
  }

  toLogFields({ id, content }: ClaimedMail): Record<string, string> {
    return { mailId: id, subject: content.subject };
  }

  private render({ id, userId, content, timeZone, isConfirmed }: ClaimedMail): Mail {
    const notice = toOptionalNotice(content);
    return renderNoticeMail(
      writeAccountMail(content, (link) => this.linkSealer.open(id, link), timeZone ?? undefined),
      {
        publicUrl: this.env.PUBLIC_URL,
        // Anybody may enter any name and address: a greeting of their choice would serve to send spam.
        omitsName: !isConfirmed,
        unsubscribeUrl:
          notice && userId !== null ? this.unsubscribeLinks.toUrl({ notice, userId }) : undefined,
      },
    );
  }
}
