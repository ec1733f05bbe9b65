import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentDeliveries,
  listDeliveries,
  listDeliveryAttempts,
  resendOwnDelivery,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/paging.js';
import { forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

const PAGE_SIZE = 25;

export const OwnDeliveryRoutes = forwardRoutes([
  forward('listDeliveryAttempts', listDeliveryAttempts, ({ params, user }) => ({
    ...params,
    buyerId: user.id,
  })),
  forward(
    'resendOwnDelivery',
    resendOwnDelivery,
    ({ params, user, caller }) => ({ ...params, buyerId: user.id, caller }),
    ({ buyerId: _buyer, ...delivery }) => delivery,
  ),
]);

/** Deliveries of an agent's own leads. The session alone decides whose they are. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listDeliveries)
  async list({ query, user }: RouteInput<'listDeliveries'>): Promise<AgentDeliveries> {
    const { deliveries, next } = await this.commands.send(listDeliveries, {
      buyerId: user.id,
      channel: query.channel ?? null,
      status: query.status ?? null,
      after: readCursor(query.after, 'queuedAt'),
      limit: PAGE_SIZE,
    });
    const leads = await this.names.leads(deliveries.map(({ leadId }) => leadId));
    return {
      deliveries: deliveries.map(({ buyerId: _buyer, ...delivery }) => ({
        ...delivery,
        lead: leads.get(delivery.leadId) ?? null,
      })),
      next: next && toCursor(next.queuedAt, next.id),
    };
  }
}
