import { CommandClient } from '@desk/bullmq-transport';
import {
  type IntegrationRequest,
  listIntegrationRequests,
  requestIntegration,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';

@Controller()
export class IntegrationsController {
  constructor(private readonly commands: CommandClient) {}

  @HandleRoute(routes.listIntegrationRequests)
  async list({ user }: RouteInput<'listIntegrationRequests'>): Promise<IntegrationRequest[]> {
    const { requests } = await this.commands.send(listIntegrationRequests, { userId: user.id });
    return requests;
  }

  @HandleRoute(routes.requestIntegration)
  request({ body, user, caller }: RouteInput<'requestIntegration'>): Promise<IntegrationRequest> {
    return this.commands.send(requestIntegration, { ...body, userId: user.id, caller });
  }
}
