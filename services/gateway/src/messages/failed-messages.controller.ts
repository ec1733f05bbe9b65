import { CommandClient } from '@desk/bullmq-transport';
import {
  type FailedMessagesAnswer,
  listFailedMessagesOf,
  MAX_LISTED_FAILED_MESSAGES,
  retryFailedMessageOf,
  routes,
  serviceNames,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { OptionalQuery } from '../http/optional-query.js';

/** Lists the failed messages of all services, and names the services that do not answer. */
@Controller()
export class AdminFailedMessagesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly optional: OptionalQuery,
  ) {}

  @HandleRoute(routes.listFailedMessages)
  async list(): Promise<FailedMessagesAnswer> {
    const answers = await Promise.all(
      serviceNames.map(async (sender) => ({
        sender,
        answer: await this.optional.fetch(listFailedMessagesOf[sender], {
          limit: MAX_LISTED_FAILED_MESSAGES,
        }),
      })),
    );
    const messages = answers.flatMap(({ sender, answer }) =>
      (answer?.messages ?? []).map((message) => ({ ...message, sender })),
    );
    return {
      messages: messages.toSorted((a, b) => b.lastFailedAt.localeCompare(a.lastFailedAt)),
      unavailable: answers.filter(({ answer }) => answer === null).map(({ sender }) => sender),
    };
  }

  @HandleRoute(routes.retryFailedMessage)
  async retry(input: RouteInput<'retryFailedMessage'>): Promise<Record<string, never>> {
    const { params, body, user, caller } = input;
    const request = { id: params.failureId, actorId: user.id, caller };
    await this.commands.send(retryFailedMessageOf[body.sender], request);
    return {};
  }
}
