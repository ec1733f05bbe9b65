import { HandleCommand } from '@desk/bullmq-transport';
import {
  acceptTwilioRequest,
  confirmPhoneCode,
  getSmsSetUp,
  lookUpPhone,
  type RequestOf,
  type ResponseOf,
  sendPhoneCode,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { PhoneLookup } from './phone-lookup.js';
import { SmsSetUpService } from './sms-set-up.service.js';
import { TwilioRequestsService } from './twilio-requests.service.js';

@Controller()
export class SmsController {
  constructor(
    private readonly setUp: SmsSetUpService,
    private readonly twilio: TwilioRequestsService,
    private readonly phones: PhoneLookup,
  ) {}

  @HandleCommand(getSmsSetUp)
  getSetUp({ userId }: RequestOf<typeof getSmsSetUp>): Promise<ResponseOf<typeof getSmsSetUp>> {
    return this.setUp.get(userId);
  }

  @HandleCommand(sendPhoneCode)
  sendCode(request: RequestOf<typeof sendPhoneCode>): Promise<ResponseOf<typeof sendPhoneCode>> {
    return this.setUp.sendCode(request);
  }

  @HandleCommand(confirmPhoneCode)
  async confirm(request: RequestOf<typeof confirmPhoneCode>): Promise<ResponseOf<typeof confirmPhoneCode>> {
    return { channel: await this.setUp.confirm(request) };
  }

  @HandleCommand(lookUpPhone)
  lookUp({ phone }: RequestOf<typeof lookUpPhone>): Promise<ResponseOf<typeof lookUpPhone>> {
    return this.phones.lookUp(phone);
  }

  @HandleCommand(acceptTwilioRequest)
  async accept(
    request: RequestOf<typeof acceptTwilioRequest>,
  ): Promise<ResponseOf<typeof acceptTwilioRequest>> {
    return { reply: await this.twilio.accept(request) };
  }
}
