import { HandleCommand } from '@desk/bullmq-transport';
import {
  acceptTwilioRequest,
  confirmPhoneCode,
  getSmsSetUp,
  lookUpPhone,
  type RequestOf,
  sendPhoneCode,
} from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';
import { SmsSetUpService } from './sms-set-up.service.js';
import { TwilioClient } from './twilio-client.js';
import { TwilioRequestsService } from './twilio-requests.service.js';

/** The SDK's errors also contain the number, which must not be logged. */
const reasonOf = (error: unknown): unknown => {
  const { code, status, name } = error as { code?: unknown; status?: unknown; name?: unknown };
  return code ?? status ?? name;
};

@Controller()
export class SmsController {
  constructor(
    private readonly setUp: SmsSetUpService,
    private readonly requests: TwilioRequestsService,
    private readonly twilio: TwilioClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleCommand(getSmsSetUp)
  getSetUp({ userId }: RequestOf<typeof getSmsSetUp>) {
    return this.setUp.get(userId);
  }

  @HandleCommand(sendPhoneCode)
  sendCode(request: RequestOf<typeof sendPhoneCode>) {
    return this.setUp.sendCode(request);
  }

  @HandleCommand(confirmPhoneCode)
  async confirm(request: RequestOf<typeof confirmPhoneCode>) {
    return { channel: await this.setUp.confirm(request) };
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

  @HandleCommand(acceptTwilioRequest)
  async accept(request: RequestOf<typeof acceptTwilioRequest>) {
    return { reply: await this.requests.accept(request) };
  }
}
