import { CommandClient } from '@desk/bullmq-transport';
import {
  listMatchingBuyers,
  MATCHING_BUYERS_PAGE_SIZE,
  rerouteLead,
  routes,
  withdrawLead,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { byAdmin, empty, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

export const WaitingLeadRoutes = forwardRoutes([
  forward('withdrawLead', withdrawLead, byAdmin, empty),
  forward('rerouteLead', rerouteLead, byAdmin, empty),
]);

@Controller()
export class WaitingLeadsController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listMatchingBuyers)
  async listMatching(input: RouteInput<'listMatchingBuyers'>): Promise<RouteAnswer<'listMatchingBuyers'>> {
    const { buyers, next } = await this.commands.send(listMatchingBuyers, {
      ...input.params,
      after: input.query.after ?? null,
      limit: MATCHING_BUYERS_PAGE_SIZE,
    });
    const names = await this.names.users(buyers.map(({ buyerId }) => buyerId));
    return {
      buyers: buyers.map(({ buyerId: id, obstacle }) => ({ id, buyer: names.get(id) ?? null, obstacle })),
      next,
    };
  }
}
