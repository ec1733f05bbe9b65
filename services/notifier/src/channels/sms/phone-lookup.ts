import type { lookUpPhone, ResponseOf } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { TwilioClient } from './twilio-client.js';

/** The SDK's errors also contain the number, which must not be logged. */
const reasonOf = (error: unknown): unknown => {
  const { code, status, name } = error as { code?: unknown; status?: unknown; name?: unknown };
  return code ?? status ?? name;
};

/** Asks the provider of text messages about phone numbers. Without one, nothing is known of any number. */
@Injectable()
export class PhoneLookup {
  constructor(
    private readonly twilio: TwilioClient,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Never rejects: nothing is known of a number if the provider refuses or does not answer in time. */
  async lookUp(phone: string): Promise<ResponseOf<typeof lookUpPhone>> {
    if (!this.twilio.isAvailable) return { found: null };
    try {
      return { found: await this.twilio.lookUp(phone) };
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'phone look-up failed');
      return { found: null };
    }
  }
}
