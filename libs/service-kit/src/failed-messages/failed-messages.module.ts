import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  type FailedMessageDto,
  listFailedMessagesOf,
  type RequestOf,
  type ResponseOf,
  retryFailedMessageOf,
  type ServiceName,
} from '@desk/contracts';
import {
  type FailedMessage,
  listFailedMessages,
  OutboxRelay,
  retryFailedMessage,
  Transactions,
} from '@desk/outbox';
import { Controller, type DynamicModule, Module, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toInstants } from '../instants.js';
import type { Logger } from '../logging/logger.js';
import { publishAction } from '../publish-action.js';
import { InjectLogger } from '../tokens.js';

const toDto = ({ queue, ...message }: FailedMessage): FailedMessageDto => ({
  ...toInstants(message),
  consumer: queue.replace(/\.events$/, '') as ServiceName,
});

/**
 * Returns the controller that lists and retries a service's failed messages (ADR 1) without decrypting them. Each
 * service has its own commands for its own messages.
 */
function createController(service: ServiceName): Type {
  const list = listFailedMessagesOf[service];
  const retry = retryFailedMessageOf[service];

  @Controller()
  class FailedMessagesController {
    constructor(
      private readonly dataSource: DataSource,
      private readonly transactions: Transactions,
      private readonly relay: OutboxRelay,
      @InjectLogger() private readonly logger: Logger,
    ) {}

    @HandleCommand(list)
    async list({ limit }: RequestOf<typeof list>): Promise<ResponseOf<typeof list>> {
      return { messages: (await listFailedMessages(this.dataSource, limit)).map(toDto) };
    }

    /** Commits the retry and its audit log entry together. */
    @HandleCommand(retry)
    async retry({ id, actorId, caller }: RequestOf<typeof retry>): Promise<ResponseOf<typeof retry>> {
      const retried = await this.transactions.run(async (tx) => {
        const message = await retryFailedMessage(tx, id);
        if (!message) throw new DomainError('FAILED_MESSAGE_NOT_FOUND');
        const subject = { kind: 'message', id };
        publishAction(tx, { action: 'message-retried', actorId, userId: null, subject, caller });
        return message;
      });
      this.logger.info({ failureId: id, ...retried, actorId }, 'failed message retried by admin');
      void this.relay.sweepNow();
      return {};
    }
  }
  return FailedMessagesController;
}

@Module({})
export class FailedMessagesModule {
  static of(service: ServiceName): DynamicModule {
    return { module: FailedMessagesModule, controllers: [createController(service)] };
  }
}
