import { CommandClient } from '@desk/bullmq-transport';
import { type AcceptedLeadAnswer, getLeadStatus, type LeadStatusAnswer, routes } from '@desk/contracts';
import { Controller, UseFilters } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { assertBody, LeadIntake, parseIdempotencyKey, toTestMembers } from './lead-intake.js';
import { RejectionFilter } from './rejection.filter.js';

@Controller()
export class IngestController {
  constructor(
    private readonly commands: CommandClient,
    private readonly intake: LeadIntake,
  ) {}

  /** Answers 201 once the lead is committed, 200 if it had been committed before, 503 at once under overload. */
  @HandleRoute(routes.postLead)
  @UseFilters(RejectionFilter)
  async post({ request, response, funnel }: RouteInput<'postLead'>): Promise<AcceptedLeadAnswer> {
    const key = parseIdempotencyKey(request.get('idempotency-key'), 'Idempotency-Key');
    const answer = await this.intake.post(funnel, assertBody(request.body), key);
    response.status(answer.replayed ? 200 : 201);
    return answer;
  }

  @HandleRoute(routes.getPostedLead)
  async getStatus({ params, funnel }: RouteInput<'getPostedLead'>): Promise<LeadStatusAnswer> {
    const { keyHash, funnelId } = funnel;
    const request = { keyHash, funnelId, leadId: params.leadId };
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
