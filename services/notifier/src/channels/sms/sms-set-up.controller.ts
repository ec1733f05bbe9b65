import { HandleCommand } from '@desk/bullmq-transport';
import {
  confirmPhoneCode,
  DomainError,
  getSmsSetUp,
  type PhoneCode,
  type RequestOf,
  sendPhoneCode,
  type SmsSetUp,
  tooManyRequests,
} from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { DataCipher, InjectLogger, type Logger, toInstants, truncateAddress } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import type { SendFailure } from '../../sending/send-outcome.js';
import { OptionalChannelsService } from '../optional-channels.service.js';
import { AccountRecoveryRepository } from '../account-recovery.repository.js';
import { PhoneCodeRepository } from './phone-code.repository.js';
import { checkCode, newPhoneCode, parseUsPhone, toCodePurpose } from './phone-code-rules.js';
import { PhoneOptOutRepository } from './phone-opt-out.repository.js';
import { renderCodeText } from './sms-texts.js';
import { TwilioClient } from './twilio-client.js';
import { mayHaveArrived, toSendFailure } from './twilio-failures.js';

type SendRequest = RequestOf<typeof sendPhoneCode>;

/** Sets up an agent's SMS channel: the opt-in, and a code that proves the number theirs. */
@Controller()
export class SmsSetUpController {
  constructor(
    private readonly transactions: Transactions,
    private readonly codes: PhoneCodeRepository,
    private readonly optOuts: PhoneOptOutRepository,
    private readonly recoveries: AccountRecoveryRepository,
    private readonly channels: OptionalChannelsService,
    private readonly twilio: TwilioClient,
    private readonly cipher: DataCipher,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(getSmsSetUp)
  async get({ userId }: RequestOf<typeof getSmsSetUp>): Promise<SmsSetUp> {
    const code = await this.codes.findValid(userId);
    return { isAvailable: this.twilio.isAvailable, code: code ? toInstants(code) : null };
  }

  /** @throws INVALID_REQUEST, SMS_UNAVAILABLE, PHONE_OPTED_OUT, PHONE_REFUSED, TOO_MANY_REQUESTS */
  @HandleCommand(sendPhoneCode)
  async sendCode(request: SendRequest): Promise<PhoneCode> {
    if (!this.twilio.isAvailable) throw new DomainError('SMS_UNAVAILABLE');
    const phone = parseUsPhone(request.phone);
    if (phone === undefined)
      throw new DomainError('INVALID_REQUEST', {
        fields: [{ field: 'phone', message: 'Enter a US phone number' }],
      });
    const text = newPhoneCode();
    const stored = await this.storeCode(request, phone, text);
    const failure = await this.sendText(phone, renderCodeText(text));
    // If the code did not arrive after all, the agent asks for another one.
    if (failure && !mayHaveArrived(failure)) {
      await this.codes.expire(stored.id);
      this.logger.warn({ userId: request.userId, ...failure }, 'phone code not sent');
      throw toError(failure);
    }
    return toInstants(stored);
  }

  /** @throws WRONG_PHONE_CODE, PHONE_CODE_EXPIRED, PHONE_OPTED_OUT, EMAIL_NOT_CONFIRMED, UNAUTHENTICATED */
  @HandleCommand(confirmPhoneCode)
  async confirm({ userId, code, ownership, caller }: RequestOf<typeof confirmPhoneCode>) {
    const channelId = await this.transactions.run(async (tx) => {
      // Recoveries and STOP lock in the same order: recovery, user, number, codes, channels.
      await this.recoveries.admit(tx, userId, ownership);
      await this.codes.lockUser(tx, userId);
      const latest = await this.codes.findLatest(tx, userId);
      const digests = this.cipher.digests(code, toCodePurpose(userId, latest?.phone ?? ''));
      const verdict = checkCode(latest, digests);
      if (!latest || verdict === 'expired') throw new DomainError('PHONE_CODE_EXPIRED');
      if (verdict === 'wrong') {
        await this.codes.countTry(tx, latest.id);
        return undefined;
      }
      const { phone } = latest;
      if (await this.optOuts.lockNumber(tx, phone)) throw new DomainError('PHONE_OPTED_OUT');
      await this.codes.useUp(tx, userId, latest);
      const channel = { userId, kind: 'sms', address: phone, settings: {}, ownership } as const;
      return (await this.channels.setUp(tx, channel, caller)).id;
    });
    // Thrown after the commit, which keeps the count.
    if (channelId === undefined) throw new DomainError('WRONG_PHONE_CODE');
    const channel = (await this.channels.list(userId)).find(({ id }) => id === channelId);
    if (!channel) throw new DomainError('UNAVAILABLE');
    return { channel };
  }

  /** Counts the code before it is sent, so that parallel requests are all counted. */
  private storeCode({ userId, optInText, ownership, caller }: SendRequest, phone: string, text: string) {
    return this.transactions.run(async (tx) => {
      await this.recoveries.admit(tx, userId, ownership);
      await this.codes.lockUser(tx, userId);
      if (await this.optOuts.lockNumber(tx, phone)) throw new DomainError('PHONE_OPTED_OUT');
      const waitSeconds = await this.codes.getWaitSeconds(tx, userId, phone);
      if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
      const digest = this.cipher.digest(text, toCodePurpose(userId, phone));
      const network = truncateAddress(caller.address);
      return this.codes.insert(tx, { userId, phone, digest, optInText, network });
    });
  }

  private async sendText(to: string, body: string): Promise<SendFailure | undefined> {
    try {
      await this.twilio.send({ to, body });
      return undefined;
    } catch (error) {
      return toSendFailure(error);
    }
  }
}

function toError({ result, reason, isOurFailure }: SendFailure): DomainError {
  if (reason === 'OPTED_OUT') return new DomainError('PHONE_OPTED_OUT');
  const isRefused = result === 'permanent' && isOurFailure !== true;
  return new DomainError(isRefused ? 'PHONE_REFUSED' : 'SMS_UNAVAILABLE');
}
