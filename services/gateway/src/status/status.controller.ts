import { type LeadStatistics, routes, type StatusAnswer } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { StatisticsService } from './statistics.service.js';
import { StatusService } from './status.service.js';

/** What anybody may see: whether the parts work, and how many leads were sold. */
@Controller()
export class StatusController {
  constructor(
    private readonly status: StatusService,
    private readonly statistics: StatisticsService,
  ) {}

  @HandleRoute(routes.getStatus)
  async getStatus({ response }: RouteInput<'getStatus'>): Promise<StatusAnswer> {
    const status = await this.status.get();
    response.setHeader('cache-control', `public, max-age=${this.status.maxAgeSeconds}`);
    return status;
  }

  @HandleRoute(routes.getStatistics)
  async getStatistics({ response }: RouteInput<'getStatistics'>): Promise<LeadStatistics> {
    const statistics = await this.statistics.get();
    response.setHeader('cache-control', `public, max-age=${this.statistics.maxAgeSeconds}`);
    return statistics;
  }
}
