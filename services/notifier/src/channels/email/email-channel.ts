import { InjectEnv, type SettingsOf, type siteSettings } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { SendOutcome } from '../../sending/send-outcome.js';
import { renderLeadMail } from '../../templates/lead-mail.js';
import { renderRedactedLeadMail } from '../../templates/redacted-lead-mail.js';
import type { Channel, LeadMessage } from '../channel.js';
import { Mailer } from './mailer.js';

@Injectable()
export class EmailChannel implements Channel {
  readonly kind = 'email';

  constructor(
    private readonly mailer: Mailer,
    @InjectEnv() private readonly env: SettingsOf<typeof siteSettings>,
  ) {}

  toMessageId(deliveryId: string): string {
    return this.mailer.toMessageId('delivery', deliveryId);
  }

  send({ deliveryId, address, messageId, sale, isRedacted, timeZone }: LeadMessage): Promise<SendOutcome> {
    const render = isRedacted ? renderRedactedLeadMail : renderLeadMail;
    const mail = render(sale, { deliveryId, publicUrl: this.env.PUBLIC_URL, timeZone });
    return this.mailer.send({ address, messageId }, mail);
  }
}
