import { QueueInspector, RedisLink } from '@desk/bullmq-transport';
import {
  DomainError,
  MAX_LISTED_JOBS,
  type QueueJobsAnswer,
  queueNames,
  type QueuesAnswer,
  routes,
} from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller, type OnModuleDestroy } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

/** Reads the queues of all services from Redis, only while an admin views them. Nothing here changes a queue. */
@Controller()
export class AdminQueuesController implements OnModuleDestroy {
  private readonly inspector: QueueInspector;

  constructor(
    redis: RedisLink,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.inspector = new QueueInspector(redis);
  }

  /** @throws UNAVAILABLE while Redis is down */
  @HandleRoute(routes.listQueues)
  async list(): Promise<QueuesAnswer> {
    const summaries = Promise.all(queueNames.map((queue) => this.inspector.summarize(queue)));
    return { queues: await this.orUnavailable(summaries) };
  }

  /** @throws UNAVAILABLE while Redis is down */
  @HandleRoute(routes.listQueueJobs)
  listJobs({ query }: RouteInput<'listQueueJobs'>): Promise<QueueJobsAnswer> {
    return this.orUnavailable(this.inspector.listJobs(query.queue, query.state, MAX_LISTED_JOBS));
  }

  onModuleDestroy(): Promise<void> {
    return this.inspector.close();
  }

  private async orUnavailable<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (err) {
      this.logger.warn({ err }, 'queues not read');
      throw new DomainError('UNAVAILABLE');
    }
  }
}
