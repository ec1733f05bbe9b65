import { randomUUID } from 'node:crypto';
import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  type FailedMessageDto,
  listFailedMessagesOf,
  recordAction,
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
import { Controller, type DynamicModule, Injectable, Module, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Logger } from '../logging/logger.js';
import { InjectLogger } from '../tokens.js';

type RetryRequest = RequestOf<(typeof retryFailedMessageOf)[ServiceName]>;

/** Lists and retries a service's failed messages (ADR 1) without decrypting them. */
@Injectable()
export class FailedMessagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly relay: OutboxRelay,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async list(limit: number): Promise<FailedMessageDto[]> {
    return (await listFailedMessages(this.dataSource, limit)).map(toDto);
  }

  /**
   * Commits the retry and its audit log entry together.
   * @throws FAILED_MESSAGE_NOT_FOUND
   */
  async retry({ id, actorId, caller }: RetryRequest): Promise<void> {
    const retried = await this.transactions.run(async (tx) => {
      const message = await retryFailedMessage(tx, id);
      if (!message) throw new DomainError('FAILED_MESSAGE_NOT_FOUND');
      const actionId = randomUUID();
      const at = new Date().toISOString();
      const subject = { kind: 'message', id };
      const action = { actionId, action: 'message-retried', actorId, userId: null, subject, caller, at };
      tx.publish(recordAction, action, { key: actionId });
      return message;
    });
    this.logger.info({ failureId: id, ...retried, actorId }, 'failed message retried by admin');
    void this.relay.sweepNow();
  }
}

const toDto = (message: FailedMessage): FailedMessageDto => ({
  id: message.id,
  messageId: message.messageId,
  name: message.name,
  consumer: message.queue.replace(/\.events$/, '') as ServiceName,
  kind: message.kind,
  failures: message.failures,
  firstFailedAt: message.firstFailedAt.toISOString(),
  lastFailedAt: message.lastFailedAt.toISOString(),
  stoppedAt: message.stoppedAt?.toISOString() ?? null,
});

/** Returns the controller of one service. Each service has its own commands for its own messages. */
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
