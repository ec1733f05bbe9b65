import { HandleEvent } from '@desk/bullmq-transport';
import { type PayloadOf, sendPush } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SendingService } from '../sending/sending.service.js';
import { PushDispatcher } from './push-dispatcher.js';

@Controller()
export class PushesController {
  constructor(
    private readonly sending: SendingService,
    private readonly dispatcher: PushDispatcher,
  ) {}

  @HandleEvent(sendPush)
  send({ pushId }: PayloadOf<typeof sendPush>): Promise<void> {
    return this.sending.attempt(this.dispatcher, pushId, 'push');
  }
}
