import { CommandClient } from '@desk/bullmq-transport';
import { findDemand, type PingAnswer, routes, toDecimal } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { assertBody } from './lead-intake.js';
import { toLeadFacts } from './to-lead-facts.js';

@Controller()
export class PingController {
  constructor(private readonly commands: CommandClient) {}

  /** Answers whether an agent would buy such a lead now. Reserves nothing: only a post does. */
  @HandleRoute(routes.pingLead)
  async ping({ request, funnel }: RouteInput<'pingLead'>): Promise<PingAnswer> {
    const checkedAt = new Date();
    const facts = toLeadFacts(assertBody(request.body), checkedAt);
    const { keyHash, funnelId } = funnel;
    const found = await this.commands.send(findDemand, { keyHash, funnelId, facts });
    return {
      available: found.hasBuyer,
      price: toDecimal(found.priceCents),
      checked_at: checkedAt.toISOString(),
      reserved_seconds: 0,
    };
  }
}
