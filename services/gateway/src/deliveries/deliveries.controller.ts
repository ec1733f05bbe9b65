import { CommandClient } from '@desk/bullmq-transport';
import {
  type AgentDeliveries,
  listDeliveries,
  listDeliveryAttempts,
  resendOwnDelivery,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { readCursor, toCursor } from '../http/cursor.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { NamesService } from '../names/names.service.js';

const PAGE_SIZE = 25;

/** Deliveries of an agent's own leads. The session alone decides whose they are. */
@Controller()
export class DeliveriesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly names: NamesService,
  ) {}

  @HandleRoute(routes.listDeliveries)
  async list({ query, user }: RouteInput<'listDeliveries'>): Promise<AgentDeliveries> {
    const cursor = readCursor(query.after);
    const { deliveries, next } = await this.commands.send(listDeliveries, {
      buyerId: user.id,
      channel: query.channel ?? null,
      status: query.status ?? null,
      after: cursor && { queuedAt: cursor.at, id: cursor.id },
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

  @HandleRoute(routes.listDeliveryAttempts)
  listAttempts({
    params,
    user,
  }: RouteInput<'listDeliveryAttempts'>): Promise<RouteAnswer<'listDeliveryAttempts'>> {
    return this.commands.send(listDeliveryAttempts, { deliveryId: params.deliveryId, buyerId: user.id });
  }

  @HandleRoute(routes.resendOwnDelivery)
  async resend({
    params,
    user,
    caller,
  }: RouteInput<'resendOwnDelivery'>): Promise<RouteAnswer<'resendOwnDelivery'>> {
    const { deliveryId } = params;
    const { buyerId: _buyer, ...delivery } = await this.commands.send(resendOwnDelivery, {
      ...{ deliveryId, buyerId: user.id, caller },
    });
    return delivery;
  }
}
