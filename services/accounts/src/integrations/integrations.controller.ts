import { HandleCommand, HandleEvent, type Message } from '@desk/bullmq-transport';
import {
  channelChanged,
  listAllIntegrationRequests,
  listIntegrationRequests,
  type PayloadOf,
  requestIntegration,
  type RequestOf,
  resolveIntegrationRequest,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { AdminAccess } from '../credentials/admin-access.js';
import { IntegrationsService } from './integrations.service.js';

@Controller()
export class IntegrationsController {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly adminAccess: AdminAccess,
  ) {}

  @HandleCommand(listIntegrationRequests)
  async list({
    userId,
  }: RequestOf<typeof listIntegrationRequests>): Promise<ResponseOf<typeof listIntegrationRequests>> {
    return { requests: await this.integrations.list(userId) };
  }

  @HandleCommand(requestIntegration)
  request(request: RequestOf<typeof requestIntegration>): Promise<ResponseOf<typeof requestIntegration>> {
    return this.integrations.request(request);
  }

  @HandleCommand(listAllIntegrationRequests)
  async listAll(
    request: RequestOf<typeof listAllIntegrationRequests>,
  ): Promise<ResponseOf<typeof listAllIntegrationRequests>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.integrations.listAll(request);
  }

  @HandleCommand(resolveIntegrationRequest)
  async resolve(
    request: RequestOf<typeof resolveIntegrationRequest>,
  ): Promise<ResponseOf<typeof resolveIntegrationRequest>> {
    await this.adminAccess.assertAllowed(request.actorId);
    return this.integrations.resolve(request);
  }

  @HandleEvent(channelChanged)
  completeRequest(change: PayloadOf<typeof channelChanged>, message: Message): Promise<void> {
    return this.integrations.completeRequest(change, message);
  }
}
