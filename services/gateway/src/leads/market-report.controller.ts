import { CommandClient } from '@desk/bullmq-transport';
import { countAgentsLeads, getMarketReport, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

export const MarketReportRoutes = forwardRoutes([
  forward('getMarketReport', getMarketReport, ({ query }) => query),
]);

/** What each agent bought, with the agents' names. */
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
}
