import { type ChannelTest, TWILIO_PATHS } from '@desk/contracts';
import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../sending/send-outcome.js';
import { type LeadMessage, type OptionalChannel, toChannelTest } from '../channel.js';
import { PhoneOptOutRepository } from './phone-opt-out.repository.js';
import { renderLeadText } from './sms-texts.js';
import { TwilioClient } from './twilio-client.js';
import { toSendFailure } from './twilio-failures.js';

/** Lets Twilio repeat a report that we did not answer. Not part of what it signs (twilio.com/docs/usage/webhooks). */
const REPEAT_REPORTS = '#rc=5&rp=5xx,ct,rt';

@Injectable()
export class SmsChannel implements OptionalChannel {
  readonly kind = 'sms';

  constructor(
    private readonly twilio: TwilioClient,
    private readonly optOuts: PhoneOptOutRepository,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  toMessageId(deliveryId: string): string {
    return `sms-${deliveryId}`;
  }

  async send({ deliveryId, address, sale }: LeadMessage): Promise<SendOutcome> {
    const statusCallback = new URL(TWILIO_PATHS.status, this.env.PUBLIC_URL);
    // Tells which delivery a message belongs to even if Twilio's answer with the message's id was lost.
    statusCallback.searchParams.set('delivery', deliveryId);
    return this.sendText(address, this.render(sale), `${statusCallback.href}${REPEAT_REPORTS}`);
  }

  async test({ address, sale }: LeadMessage): Promise<ChannelTest> {
    const request = this.render(sale);
    const startedAt = performance.now();
    const outcome = await this.sendText(address, request);
    return toChannelTest(outcome, startedAt, { request });
  }

  private render(sale: LeadMessage['sale']): string {
    return renderLeadText(sale, { publicUrl: this.env.PUBLIC_URL });
  }

  private async sendText(to: string, body: string, statusCallback?: string): Promise<SendOutcome> {
    if (!this.twilio.isAvailable)
      return { result: 'temporary', reason: 'PROVIDER_UNAVAILABLE', isOurFailure: true };
    // An opt-out also disables the channel, but may have been stored after the channel was read.
    if (await this.optOuts.isOptedOut(to))
      return { result: 'permanent', reason: 'OPTED_OUT', disables: 'OPTED_OUT' };
    try {
      const message = { to, body, ...(statusCallback && { statusCallback }) };
      const providerMessageId = await this.twilio.send(message);
      return { result: 'accepted', providerMessageId };
    } catch (error) {
      return toSendFailure(error);
    }
  }
}
