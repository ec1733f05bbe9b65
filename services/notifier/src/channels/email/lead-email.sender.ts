import { InjectEnv } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Claimed } from '../../database/repositories/sending.repository.js';
import type { NotifierEnv } from '../../env.js';
import type { SendOutcome } from '../../sending/outcome.js';
import { leadMail } from '../../templates/lead-mail.js';
import type { LeadSender } from '../lead-sender.js';
import { messageIdOf } from './mailbox.js';
import { Mailer } from './mailer.js';

@Injectable()
export class LeadEmailSender implements LeadSender {
  readonly kind = 'email';

  constructor(
    private readonly mailer: Mailer,
    @InjectEnv() private readonly env: NotifierEnv,
  ) {}

  messageId(deliveryId: string): string {
    return messageIdOf('delivery', deliveryId, this.mailer.from.domain);
  }

  send(delivery: Claimed<'deliveries'>): Promise<SendOutcome> {
    const mail = leadMail(delivery.content, { deliveryId: delivery.id, publicUrl: this.env.PUBLIC_URL });
    return this.mailer.send(delivery, mail);
  }
}
