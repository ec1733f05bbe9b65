import { DomainError, routes } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { rawBodyOf } from '../http/body-parsing.js';
import { HandleRoute, type RouteAnswer, type RouteInput } from '../http/handle-route.js';
import { EventForwarder } from './event-forwarder.js';
import { SignatureVerifier } from './signature-verifier.js';

@Controller()
export class WebhooksController {
  constructor(
    private readonly signatures: SignatureVerifier,
    private readonly events: EventForwarder,
  ) {}

  /** Answers once billing has stored the event. Nothing unsigned is parsed, sealed or sent to billing. */
  @HandleRoute(routes.receiveStripeEvent)
  async receiveStripeEvent({
    request,
  }: RouteInput<'receiveStripeEvent'>): Promise<RouteAnswer<'receiveStripeEvent'>> {
    const signature = request.get('stripe-signature');
    if (signature === undefined) throw new DomainError('INVALID_SIGNATURE');
    const body = rawBodyOf(request);
    this.signatures.verify(body, signature);
    await this.events.forward({ rawBody: body.toString('utf8'), signature });
    return { received: true };
  }
}
