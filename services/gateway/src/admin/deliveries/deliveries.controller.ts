import { CommandClient } from '@desk/bullmq-transport';
import {
  type AdminDeliveries,
  type Delivery,
  listDeliveryAttempts,
  resendDeliveries,
  resendDelivery,
  type ResentDeliveries,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../../http/handle-route.js';
import { readCursor, toCursor } from '../../http/cursor.js';
import { DeliveryLogService } from './delivery-log.service.js';

@Controller()
export class AdminDeliveriesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly log: DeliveryLogService,
  ) {}

  @HandleRoute(routes.listAllDeliveries)
  list({ query }: RouteInput<'listAllDeliveries'>): Promise<AdminDeliveries> {
    return this.log.list(query);
  }

  @HandleRoute(routes.listAttemptsOfDelivery)
  listAttempts({
    params,
  }: RouteInput<'listAttemptsOfDelivery'>): Promise<RouteAnswer<'listAttemptsOfDelivery'>> {
    return this.commands.send(listDeliveryAttempts, { deliveryId: params.deliveryId, buyerId: null });
  }

  @HandleRoute(routes.resendDelivery)
  resend({ params, user, caller }: RouteInput<'resendDelivery'>): Promise<Delivery> {
    const { deliveryId } = params;
    return this.commands.send(resendDelivery, { deliveryId, actorId: user.id, caller });
  }

  @HandleRoute(routes.resendDeliveries)
  async resendMany({ body, user, caller }: RouteInput<'resendDeliveries'>): Promise<ResentDeliveries> {
    const after = readCursor(body.after);
    const { next, ...counts } = await this.commands.send(resendDeliveries, {
      deliveryIds: body.deliveryIds ?? null,
      buyerId: body.agent ?? null,
      channel: body.channel ?? null,
      failedBefore: body.failedBefore,
      after: after && { failedAt: after.at, id: after.id },
      actorId: user.id,
      caller,
    });
    return { ...counts, next: next && toCursor(next.failedAt, next.id) };
  }
}
