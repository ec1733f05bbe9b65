import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  acceptLead,
  DomainError,
  getLeadStatus,
  type Lead,
  type LeadStatusAnswer,
  routes,
} from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Controller, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import { withNewFields } from '../http/with-new-fields.js';
import { IngestAdmission } from './ingest-admission.js';
import { RejectionFilter } from './rejection.filter.js';
import { toLead } from './to-lead.js';

const MAX_KEY_LENGTH = 255;

@Controller()
export class IngestController {
  constructor(
    private readonly commands: CommandClient,
    private readonly admission: IngestAdmission,
  ) {}

  /** Answers 201 once the lead is committed, 200 if it had been committed before, 503 at once under overload. */
  @HandleRoute(routes.postLead)
  @UseFilters(RejectionFilter)
  async post({
    funnelId,
    funnelKeyHash,
    request,
    response,
  }: RouteInput<'postLead'>): Promise<AcceptedLeadAnswer> {
    this.admission.assertOpen();
    const lead = toLead(readBody(request), new Date());
    const post = { funnelId, idempotencyKey: readIdempotencyKey(request), bodyHash: hashOf(lead), lead };
    const accepted = await this.admission.track(() =>
      withNewFields({ keyHash: funnelKeyHash }, (key) => this.commands.send(acceptLead, { ...key, ...post })),
    );
    crashPoint('gateway.before-ack');
    response.once('finish', () => crashPoint('gateway.after-ack'));
    response.status(accepted.replayed ? 200 : 201);
    return {
      status: 'accepted',
      lead_id: accepted.leadId,
      replayed: accepted.replayed,
      received_at: accepted.receivedAt,
      reference: lead.reference ?? null,
    };
  }

  @HandleRoute(routes.getPostedLead)
  async getStatus({
    params,
    funnelId,
    funnelKeyHash,
  }: RouteInput<'getPostedLead'>): Promise<LeadStatusAnswer> {
    const lead = await withNewFields({ keyHash: funnelKeyHash }, (key) =>
      this.commands.send(getLeadStatus, { ...key, funnelId, leadId: params.leadId }),
    );
    return { lead_id: lead.leadId, status: lead.status, received_at: lead.receivedAt, sold_at: lead.soldAt };
  }
}

function readBody(request: Request): Readonly<Record<string, unknown>> {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new DomainError('MALFORMED_BODY');
  return body as Record<string, unknown>;
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.get('idempotency-key');
  if (key === undefined || key === '') return null;
  if (key.length <= MAX_KEY_LENGTH) return key;
  const message = `Idempotency-Key must be at most ${MAX_KEY_LENGTH} characters`;
  throw new DomainError('INVALID_REQUEST', { fields: [{ field: 'Idempotency-Key', message }] });
}

/** Hashes the canonical form, so that the spelling and order of the posted fields do not matter. */
const hashOf = (lead: Lead): string => createHash('sha256').update(JSON.stringify(lead)).digest('hex');
