import { HandleCommand } from '@desk/bullmq-transport';
import {
  authenticateFunnel,
  countRejections,
  listLiveFunnelKeys,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { FunnelsService } from './funnels.service.js';

@Controller()
export class FunnelsController {
  constructor(private readonly funnels: FunnelsService) {}

  @HandleCommand(authenticateFunnel)
  authenticate({
    keyHash,
  }: RequestOf<typeof authenticateFunnel>): Promise<ResponseOf<typeof authenticateFunnel>> {
    return this.funnels.authenticate(keyHash);
  }

  @HandleCommand(listLiveFunnelKeys)
  async listLiveKeys(): Promise<ResponseOf<typeof listLiveFunnelKeys>> {
    return { keyHashes: await this.funnels.listLiveKeyHashes() };
  }

  @HandleCommand(countRejections)
  async countRejections(
    request: RequestOf<typeof countRejections>,
  ): Promise<ResponseOf<typeof countRejections>> {
    await this.funnels.countRejections(request);
    return {};
  }
}
