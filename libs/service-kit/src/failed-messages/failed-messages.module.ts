import { HandleCommand } from '@desk/bullmq-transport';
import {
  listFailedMessagesOf,
  type RequestOf,
  type ResponseOf,
  retryFailedMessageOf,
  type ServiceName,
} from '@desk/contracts';
import { Controller, type DynamicModule, Module, type Type } from '@nestjs/common';
import { FailedMessagesService } from './failed-messages.service.js';

/** Returns the controller of one service: each answers for its own messages, under names of its own. */
function createController(service: ServiceName): Type {
  const list = listFailedMessagesOf[service];
  const retry = retryFailedMessageOf[service];

  @Controller()
  class FailedMessagesController {
    constructor(private readonly failedMessages: FailedMessagesService) {}

    @HandleCommand(list)
    async list({ limit }: RequestOf<typeof list>): Promise<ResponseOf<typeof list>> {
      return { messages: await this.failedMessages.list(limit) };
    }

    @HandleCommand(retry)
    async retry(request: RequestOf<typeof retry>): Promise<ResponseOf<typeof retry>> {
      await this.failedMessages.retry(request);
      return {};
    }
  }
  return FailedMessagesController;
}

@Module({})
export class FailedMessagesModule {
  static of(service: ServiceName): DynamicModule {
    return {
      module: FailedMessagesModule,
      providers: [FailedMessagesService],
      controllers: [createController(service)],
    };
  }
}
