import { type QueueJobsAnswer, type QueuesAnswer, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { QueuesService } from './queues.service.js';

/** What waits in the queues between services. Nothing here changes a queue. */
@Controller()
export class AdminQueuesController {
  constructor(private readonly queues: QueuesService) {}

  @HandleRoute(routes.listQueues)
  list(): Promise<QueuesAnswer> {
    return this.queues.list();
  }

  @HandleRoute(routes.listQueueJobs)
  listJobs({ query }: RouteInput<'listQueueJobs'>): Promise<QueueJobsAnswer> {
    return this.queues.listJobs(query.queue, query.state);
  }
}
