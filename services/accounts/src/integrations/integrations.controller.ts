import { HandleCommand } from '@desk/bullmq-transport';
import {
  listIntegrationRequests,
  requestIntegration,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { IntegrationsService } from './integrations.service.js';

@Controller()
export class IntegrationsController {
  constructor(private readonly integrations: IntegrationsService) {}

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
}
