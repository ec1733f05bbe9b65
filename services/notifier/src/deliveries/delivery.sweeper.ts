import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { LeadSale } from '../channels/channel.js';
import { SendingService } from '../sending/sending.service.js';
import { SendingSweeper } from '../sending/sending.sweeper.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';

@Injectable()
export class DeliverySweeper extends SendingSweeper<LeadSale> {
  constructor(sending: SendingService, dispatcher: DeliveryDispatcher, @InjectLogger() logger: Logger) {
    super(sending, dispatcher, logger);
  }
}
