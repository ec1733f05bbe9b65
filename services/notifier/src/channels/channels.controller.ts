import { HandleEvent, type Message } from '@desk/bullmq-transport';
import { contactChanged, type PayloadOf, userRegistered } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @HandleEvent(userRegistered)
  register(user: PayloadOf<typeof userRegistered>, message: Message): Promise<void> {
    return this.channels.register(user, message);
  }

  @HandleEvent(contactChanged)
  changeContact(contact: PayloadOf<typeof contactChanged>, message: Message): Promise<void> {
    return this.channels.changeContact(contact, message);
  }
}
