import { type LeadStatistics, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { StatisticsService } from './statistics.service.js';

@Controller()
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @HandleRoute(routes.getStatistics)
  async getStatistics({ response }: RouteInput<'getStatistics'>): Promise<LeadStatistics> {
    const statistics = await this.statistics.get();
    response.setHeader('cache-control', `public, max-age=${this.statistics.maxAgeSeconds}`);
    return statistics;
  }
}
