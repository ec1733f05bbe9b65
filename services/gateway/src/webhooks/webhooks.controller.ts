import { CommandClient } from '@desk/bullmq-transport';
import { acceptProviderEvent, DomainError, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { rawBodyOf } from '../http/body-parsing.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';

@Controller()
export class WebhooksController {
  constructor(private readonly commands: CommandClient) {}

  /** Billing verifies the signature over the unmodified bytes and answers once the event is stored. */
  @HandleRoute(routes.receiveStripeEvent)
  async receiveStripeEvent({
    request,
  }: RouteInput<'receiveStripeEvent'>): Promise<RouteAnswer<'receiveStripeEvent'>> {
    const signature = request.get('stripe-signature');
    if (signature === undefined) throw new DomainError('INVALID_SIGNATURE');
    const rawBody = rawBodyOf(request).toString('utf8');
    await this.commands.send(acceptProviderEvent, { rawBody, signature });
    return { received: true };
  }
}
