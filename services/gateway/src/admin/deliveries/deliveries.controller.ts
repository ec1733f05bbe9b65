import { CommandClient } from '@desk/bullmq-transport';
import { type Delivery, type FailedDeliveries, resendDelivery, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../../http/handle-route.js';
import { FailedDeliveriesService } from './failed-deliveries.service.js';

@Controller()
export class AdminDeliveriesController {
  constructor(
    private readonly commands: CommandClient,
    private readonly failedDeliveries: FailedDeliveriesService,
  ) {}

  @HandleRoute(routes.listFailedDeliveries)
  listFailed({ query }: RouteInput<'listFailedDeliveries'>): Promise<FailedDeliveries> {
    return this.failedDeliveries.list(query.after);
  }

  @HandleRoute(routes.resendDelivery)
  resend({ params, user, caller }: RouteInput<'resendDelivery'>): Promise<Delivery> {
    const { deliveryId } = params;
    return this.commands.send(resendDelivery, { deliveryId, actorId: user.id, caller });
  }
}
