import { reviewDispute, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { byAdmin, empty, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { DisputesService } from './disputes.service.js';

export const DisputeRoutes = forwardRoutes([forward('reviewDispute', reviewDispute, byAdmin, empty)]);

@Controller()
export class AdminDisputesController {
  constructor(private readonly disputes: DisputesService) {}

  @HandleRoute(routes.listDisputes)
  async list(): Promise<RouteAnswer<'listDisputes'>> {
    return { disputes: await this.disputes.list() };
  }

  @HandleRoute(routes.getDisputeEvidence)
  async getEvidence({ params, user, response }: RouteInput<'getDisputeEvidence'>): Promise<void> {
    const evidence = await this.disputes.collectEvidence(params.disputeId, user.id);
    response.attachment(`dispute-${params.disputeId}.txt`);
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.send(evidence);
  }
}
