import {
  type AdminDeliveries,
  listDeliveryAttempts,
  resendDeliveries,
  resendDelivery,
  routes,
} from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { byAdmin, forward, forwardRoutes } from '../http/forward-routes.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { readCursor, toCursor } from '../http/paging.js';
import { DeliveryLogService } from './delivery-log.service.js';

export const DeliveryRoutes = forwardRoutes([
  forward('listAttemptsOfDelivery', listDeliveryAttempts, ({ params }) => ({ ...params, buyerId: null })),
  forward('resendDelivery', resendDelivery, byAdmin),
  forward(
    'resendDeliveries',
    resendDeliveries,
    ({ body, user, caller }) => ({
      deliveryIds: body.deliveryIds ?? null,
      buyerId: body.agent ?? null,
      channel: body.channel ?? null,
      failedBefore: body.failedBefore,
      after: readCursor(body.after, 'failedAt'),
      actorId: user.id,
      caller,
    }),
    ({ next, ...counts }) => ({ ...counts, next: next && toCursor(next.failedAt, next.id) }),
  ),
]);

@Controller()
export class AdminDeliveriesController {
  constructor(private readonly log: DeliveryLogService) {}

  @HandleRoute(routes.listAllDeliveries)
  list({ query }: RouteInput<'listAllDeliveries'>): Promise<AdminDeliveries> {
    return this.log.list(query);
  }
}
