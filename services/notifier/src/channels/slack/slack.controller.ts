import { HandleCommand } from '@desk/bullmq-transport';
import {
  completeSlackSetUp,
  connectSlack,
  getSlackSetUp,
  type RequestOf,
  type ResponseOf,
  startSlackSetUp,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { SlackSetUpService } from './slack-set-up.service.js';

@Controller()
export class SlackController {
  constructor(private readonly setUp: SlackSetUpService) {}

  @HandleCommand(getSlackSetUp)
  getSetUp(): Promise<ResponseOf<typeof getSlackSetUp>> {
    return Promise.resolve(this.setUp.get());
  }

  @HandleCommand(startSlackSetUp)
  start(request: RequestOf<typeof startSlackSetUp>): Promise<ResponseOf<typeof startSlackSetUp>> {
    return this.setUp.start(request);
  }

  @HandleCommand(completeSlackSetUp)
  async complete(
    request: RequestOf<typeof completeSlackSetUp>,
  ): Promise<ResponseOf<typeof completeSlackSetUp>> {
    return { channel: await this.setUp.complete(request) };
  }

  @HandleCommand(connectSlack)
  async connect(request: RequestOf<typeof connectSlack>): Promise<ResponseOf<typeof connectSlack>> {
    return { channel: await this.setUp.connectFor(request) };
  }
}
