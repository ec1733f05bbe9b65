import { HandleEvent } from '@desk/bullmq-transport';
import { leadUndeliverable, type PayloadOf } from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller } from '@nestjs/common';

@Controller()
export class UndeliverableLeadsController {
  constructor(@InjectLogger() private readonly logger: Logger) {}

  /** An admin refunds the buyer at the provider. */
  @HandleEvent(leadUndeliverable)
  report({ leadId, offerId, buyerId }: PayloadOf<typeof leadUndeliverable>): Promise<void> {
    this.logger.error({ leadId, offerId, buyerId }, 'refund required');
    return Promise.resolve();
  }
}
