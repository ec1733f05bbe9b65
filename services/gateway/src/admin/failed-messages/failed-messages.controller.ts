import { CommandClient } from '@desk/bullmq-transport';
import { type FailedMessagesAnswer, retryFailedMessageOf, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { FailedMessagesService } from './failed-messages.service.js';

@Controller()
export class AdminFailedMessagesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly failedMessages: FailedMessagesService,
  ) {}

  @HandleRoute(routes.listFailedMessages)
  list(): Promise<FailedMessagesAnswer> {
    return this.failedMessages.list();
  }

  @HandleRoute(routes.retryFailedMessage)
  async retry({
    params,
    body,
    user,
    caller,
  }: RouteInput<'retryFailedMessage'>): Promise<Record<string, never>> {
    const { failureId: id } = params;
    await this.commands.send(retryFailedMessageOf[body.sender], { id, actorId: user.id, caller });
    return {};
  }
}
