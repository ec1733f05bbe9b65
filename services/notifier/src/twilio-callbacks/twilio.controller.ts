import { HandleCommand, HandleEvent } from '@desk/bullmq-transport';
import {
  acceptTwilioRequest,
  applyTextMessageReport,
  DomainError,
  isUuid,
  lookUpPhone,
  type PayloadOf,
  type RequestOf,
  TWILIO_PATHS,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectEnv, InjectLogger, type Logger, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { OptionalChannelsService } from '../channels/optional-channels.service.js';
import { isAnsweredByTwilio, readKeyword } from '../channels/sms/keywords.js';
import { PhoneCodeRepository } from '../channels/sms/phone-code.repository.js';
import { PhoneOptOutRepository } from '../channels/sms/phone-opt-out.repository.js';
import { renderHelpText, renderStoppedText } from '../channels/sms/sms-texts.js';
import { TwilioClient } from '../channels/sms/twilio-client.js';
import { TextMessageReportsService } from './text-message-reports.service.js';

type Form = Readonly<Record<string, string>>;

/** The SDK's errors also contain the number, which must not be logged. */
const reasonOf = (error: unknown): unknown => {
  const { code, status, name } = error as { code?: unknown; status?: unknown; name?: unknown };
  return code ?? status ?? name;
};

/** Callbacks from Twilio: text messages to our number, the outcome of those we sent, and whether a number is valid. */
@Controller()
export class TwilioController {
  constructor(
    private readonly transactions: Transactions,
    private readonly twilio: TwilioClient,
    private readonly optOuts: PhoneOptOutRepository,
    private readonly codes: PhoneCodeRepository,
    private readonly channels: OptionalChannelsService,
    private readonly reports: TextMessageReportsService,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Answers with the text to reply with. @throws SMS_UNAVAILABLE, INVALID_SIGNATURE */
  @HandleCommand(acceptTwilioRequest)
  async accept({ target, form, signature }: RequestOf<typeof acceptTwilioRequest>) {
    if (!this.twilio.isAvailable) throw new DomainError('SMS_UNAVAILABLE');
    const fields: Form = Object.fromEntries(new URLSearchParams(form));
    const url = this.env.PUBLIC_URL.replace(/\/$/, '') + target;
    if (!this.twilio.isSigned(url, fields, signature)) throw new DomainError('INVALID_SIGNATURE');
    const { pathname, searchParams } = new URL(url);
    if (pathname === TWILIO_PATHS.inbound) return { reply: await this.acceptMessage(fields) };
    await this.acceptReport(searchParams.get('delivery'), fields);
    return { reply: null };
  }

  @HandleEvent(applyTextMessageReport)
  async applyReport(report: PayloadOf<typeof applyTextMessageReport>): Promise<void> {
    await this.reports.applyStored(report);
  }

  /** Never rejects: nothing is known of a number if there is no provider, or it refuses or does not answer in time. */
  @HandleCommand(lookUpPhone)
  async lookUp({ phone }: RequestOf<typeof lookUpPhone>) {
    if (!this.twilio.isAvailable) return { found: null };
    try {
      return { found: await this.twilio.lookUp(phone) };
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'phone look-up failed');
      return { found: null };
    }
  }

  /** Twilio repeats a message under the same id, perhaps after the next one of the same phone. */
  private async acceptMessage({ MessageSid, From, Body = '', OptOutType }: Form): Promise<string | null> {
    if (!MessageSid || !From) return null;
    const keyword = readKeyword(OptOutType ?? Body);
    // With this field, Twilio has answered by itself.
    const isAnswered = OptOutType !== undefined;
    if (keyword === 'help') return isAnswered ? null : renderHelpText(this.env.PUBLIC_URL);
    if (keyword === undefined) return null;
    const isNewOptOut = await this.transactions.once({ id: `twilio~${MessageSid}` }, async (tx) => {
      if (keyword === 'stop') return this.optOut(tx, From);
      await this.liftOptOut(tx, From);
      return false;
    });
    this.logger.info({ messageSid: MessageSid, keyword }, 'text message keyword applied');
    const isConfirmed = isNewOptOut === true && !isAnswered && !isAnsweredByTwilio(Body);
    return isConfirmed ? renderStoppedText(this.env.PUBLIC_URL) : null;
  }

  private async acceptReport(
    deliveryId: string | null,
    { MessageSid, MessageStatus, ErrorCode }: Form,
  ): Promise<void> {
    if (!MessageSid || !MessageStatus || deliveryId === null || !isUuid(deliveryId)) return;
    const errorCode = ErrorCode !== undefined && /^\d{1,6}$/.test(ErrorCode) ? Number(ErrorCode) : null;
    await this.reports.receive({
      deliveryId,
      messageSid: MessageSid.slice(0, 64),
      status: MessageStatus.slice(0, 30),
      errorCode,
    });
  }

  /** For every agent with the number. Returns false if it has opted out before. */
  private async optOut(tx: Tx, phone: string): Promise<boolean> {
    await this.optOuts.lockNumber(tx, phone);
    const isNew = await this.optOuts.record(tx, phone);
    await this.codes.expireOf(tx, phone);
    for (const { id } of await this.optOuts.lockChannels(tx, phone))
      await this.channels.disable(tx, id, 'OPTED_OUT');
    return isNew;
  }

  /** Leaves it to the agents to resume: somebody else may own the number by now. */
  private async liftOptOut(tx: Tx, phone: string): Promise<void> {
    await this.optOuts.lockNumber(tx, phone);
    await this.optOuts.lift(tx, phone);
    for (const { id, disabledReason } of await this.optOuts.lockChannels(tx, phone))
      if (disabledReason === 'OPTED_OUT') await this.channels.pauseAfterOptOut(tx, id);
  }
}
