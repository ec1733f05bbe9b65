import { HandleCommand } from '@desk/bullmq-transport';
import { changeChannel, listChannels, type RequestOf, testChannel } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { OptionalChannelsService } from './optional-channels.service.js';

@Controller()
export class OptionalChannelsController {
  constructor(private readonly channels: OptionalChannelsService) {}

  @HandleCommand(listChannels)
  async list({ userId }: RequestOf<typeof listChannels>) {
    return { channels: await this.channels.list(userId) };
  }

  @HandleCommand(changeChannel)
  async change(request: RequestOf<typeof changeChannel>) {
    return { channel: await this.channels.change(request) };
  }

  @HandleCommand(testChannel)
  test(request: RequestOf<typeof testChannel>) {
    return this.channels.test(request);
  }
}
