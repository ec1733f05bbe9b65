import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  findDemand,
  getLeadStatus,
  type LeadStatusAnswer,
  type PingAnswer,
  routes,
  toDecimal,
} from '@desk/contracts';
import { Controller, UseFilters } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { assertBody, LeadIntake, parseIdempotencyKey, toTestMembers } from './lead-intake.js';
import { RejectionFilter } from './rejection.filter.js';
import { toLeadFacts } from './to-lead.js';

@Controller()
export class IngestController {
  constructor(
    private readonly commands: CommandClient,
    private readonly intake: LeadIntake,
  ) {}

  /** Answers 201 once the lead is committed, 200 if it had been committed before, 503 at once under overload. */
  @HandleRoute(routes.postLead)
  @UseFilters(RejectionFilter)
  async post({ request, response, ...funnel }: RouteInput<'postLead'>): Promise<AcceptedLeadAnswer> {
    const key = parseIdempotencyKey(request.get('idempotency-key'), 'Idempotency-Key');
    const answer = await this.intake.post(funnel, assertBody(request.body), key);
    response.status(answer.replayed ? 200 : 201);
    return answer;
  }

  @HandleRoute(routes.getPostedLead)
  async getStatus({
    params,
    funnelId,
    funnelKeyHash,
  }: RouteInput<'getPostedLead'>): Promise<LeadStatusAnswer> {
    const request = { keyHash: funnelKeyHash, funnelId, leadId: params.leadId };
    const { leadId, status, receivedAt, soldAt, test } = await this.commands.send(getLeadStatus, request);
    return {
      lead_id: leadId,
      status,
      received_at: receivedAt,
      sold_at: soldAt,
      ...toTestMembers(test),
    };
  }
}

@Controller()
export class PingController {
  constructor(private readonly commands: CommandClient) {}

  /** Whether an agent would buy such a lead now. Reserves nobody: only a post decides. */
  @HandleRoute(routes.pingLead)
  async ping({ request, funnelId, funnelKeyHash }: RouteInput<'pingLead'>): Promise<PingAnswer> {
    const checkedAt = new Date();
    const facts = toLeadFacts(assertBody(request.body), checkedAt);
    const found = await this.commands.send(findDemand, { keyHash: funnelKeyHash, funnelId, facts });
    return {
      available: found.hasBuyer,
      price: toDecimal(found.priceCents),
      checked_at: checkedAt.toISOString(),
      reserved_seconds: 0,
    };
  }
}
