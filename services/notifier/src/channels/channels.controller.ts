import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { type PayloadOf, userRegistered } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @HandleEvent(userRegistered)
  createForUser(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    return this.channels.createForUser(user, message);
  }
}
