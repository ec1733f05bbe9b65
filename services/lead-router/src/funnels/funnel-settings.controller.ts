import { HandleCommand } from '@desk/bullmq-transport';
import {
  addFunnelKey,
  changeFunnel,
  createFunnel,
  getFunnel,
  getFunnelReport,
  listFunnelOrigins,
  listFunnels,
  type RequestOf,
  type ResponseOf,
  revokeFunnelKey,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { FunnelReportRepository } from './funnel-report.repository.js';
import { FunnelSettingsService } from './funnel-settings.service.js';

@Controller()
export class FunnelSettingsController {
  constructor(
    private readonly funnels: FunnelSettingsService,
    private readonly reports: FunnelReportRepository,
  ) {}

  @HandleCommand(listFunnels)
  async list(): Promise<ResponseOf<typeof listFunnels>> {
    return { funnels: await this.funnels.list() };
  }

  @HandleCommand(getFunnel)
  get({ funnelId }: RequestOf<typeof getFunnel>): Promise<ResponseOf<typeof getFunnel>> {
    return this.funnels.get(funnelId);
  }

  @HandleCommand(getFunnelReport)
  getReport({ funnelId }: RequestOf<typeof getFunnelReport>): Promise<ResponseOf<typeof getFunnelReport>> {
    return this.reports.read(funnelId);
  }

  @HandleCommand(createFunnel)
  create(request: RequestOf<typeof createFunnel>): Promise<ResponseOf<typeof createFunnel>> {
    return this.funnels.create(request);
  }

  @HandleCommand(changeFunnel)
  change(request: RequestOf<typeof changeFunnel>): Promise<ResponseOf<typeof changeFunnel>> {
    return this.funnels.change(request);
  }

  @HandleCommand(addFunnelKey)
  addKey(request: RequestOf<typeof addFunnelKey>): Promise<ResponseOf<typeof addFunnelKey>> {
    return this.funnels.addKey(request);
  }

  @HandleCommand(revokeFunnelKey)
  revokeKey(request: RequestOf<typeof revokeFunnelKey>): Promise<ResponseOf<typeof revokeFunnelKey>> {
    return this.funnels.revokeKey(request);
  }

  @HandleCommand(listFunnelOrigins)
  async listOrigins(): Promise<ResponseOf<typeof listFunnelOrigins>> {
    return { origins: await this.funnels.listOrigins() };
  }
}
