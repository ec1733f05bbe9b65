import { CommandClient } from '@desk/bullmq-transport';
import {
  countAgentsLeads,
  ELIGIBLE_BUYERS_PAGE_SIZE,
  getMarketReport,
  listEligibleBuyers,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

export const MarketReportRoutes = forwardRoutes([
  forward('getMarketReport', getMarketReport, ({ query }) => query),
]);

/** Reports on agents, with their names. */
@Controller()
export class AgentsReportController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.getAgentsReport)
  async get({ query }: RouteInput<'getAgentsReport'>): Promise<RouteAnswer<'getAgentsReport'>> {
    const { agents } = await this.commands.send(countAgentsLeads, query);
    const names = await this.names.users(agents.map(({ buyerId }) => buyerId));
    return { agents: agents.map((agent) => ({ ...agent, buyer: names.get(agent.buyerId) ?? null })) };
  }

  @HandleRoute(routes.listEligibleBuyers)
  async listEligible({
    query,
  }: RouteInput<'listEligibleBuyers'>): Promise<RouteAnswer<'listEligibleBuyers'>> {
    const { page = '1', ...place } = query;
    const { buyers, ...totals } = await this.commands.send(listEligibleBuyers, {
      ...place,
      page: Number(page),
      pageSize: ELIGIBLE_BUYERS_PAGE_SIZE,
    });
    const names = await this.names.users(buyers.map(({ buyerId }) => buyerId));
    return {
      buyers: buyers.map(({ buyerId: id, ...buyer }) => ({ id, buyer: names.get(id) ?? null, ...buyer })),
      ...totals,
    };
  }
}
