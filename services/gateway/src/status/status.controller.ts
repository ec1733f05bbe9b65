import { routes, type StatusAnswer } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { StatusService } from './status.service.js';

@Controller()
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @HandleRoute(routes.getStatus)
  async getStatus({ response }: RouteInput<'getStatus'>): Promise<StatusAnswer> {
    const status = await this.status.get();
    response.setHeader('cache-control', `public, max-age=${this.status.maxAgeSeconds}`);
    return status;
  }
}
