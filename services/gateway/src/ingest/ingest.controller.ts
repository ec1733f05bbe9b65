import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  acceptedLeadAnswer,
  type AcceptedLeadAnswer,
  acceptLead,
  DomainError,
  getLeadStatus,
  type Lead,
  leadStatusAnswer,
  type LeadStatusAnswer,
  postedLeadBody,
  uuid,
} from '@desk/contracts';
import { crashPoint } from '@desk/service-kit';
import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../auth/access.js';
import { Accepts } from '../http/body.guard.js';
import { bodyError } from '../http/body-parsing.js';
import { Documented } from '../openapi/documented.js';
import { FunnelAuth } from './funnel-auth.js';
import { Rejections } from './rejections.js';
import { toLead } from './to-lead.js';

const CONTENT_TYPES = ['application/json', 'application/x-www-form-urlencoded'];
const MAX_KEY_LENGTH = 255;

@Controller('api/ingest/leads')
@Access('funnel')
export class IngestController {
  constructor(
    private readonly commands: CommandClient,
    private readonly funnels: FunnelAuth,
    private readonly rejections: Rejections,
  ) {}

  /** 201 when the lead is committed; 200 when it had been before. */
  @Post()
  @Accepts('any')
  @Documented({
    summary: 'Post a lead, as JSON or form-urlencoded; 200 in place of 201 when it was accepted before',
    body: postedLeadBody,
    answer: acceptedLeadAnswer,
    also: [200],
    errors: [
      'UNKNOWN_FUNNEL_KEY',
      'MALFORMED_BODY',
      'UNSUPPORTED_MEDIA_TYPE',
      'DUPLICATE_LEAD',
      'IDEMPOTENCY_MISMATCH',
    ],
  })
  async post(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedLeadAnswer> {
    let funnelId: string | null = null;
    try {
      funnelId = await this.funnels.authenticate(request);
      const lead = toLead(readBody(request), new Date());
      const accepted = await this.commands.send(acceptLead, {
        funnelId,
        idempotencyKey: readIdempotencyKey(request),
        bodyHash: hashOf(lead),
        lead,
      });
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
    } catch (error) {
      await this.rejections.count(error, funnelId);
      throw error;
    }
  }

  @Get(':leadId')
  @Documented({
    summary: 'What became of a lead that this funnel sent',
    answer: leadStatusAnswer,
    errors: ['UNKNOWN_FUNNEL_KEY', 'LEAD_NOT_FOUND'],
  })
  async status(@Req() request: Request, @Param('leadId') leadId: string): Promise<LeadStatusAnswer> {
    const funnelId = await this.funnels.authenticate(request);
    if (!uuid().isValidSync(leadId)) throw new DomainError('LEAD_NOT_FOUND');
    const lead = await this.commands.send(getLeadStatus, { funnelId, leadId });
    return { lead_id: lead.leadId, status: lead.status, received_at: lead.receivedAt, sold_at: lead.soldAt };
  }
}

function readBody(request: Request): Readonly<Record<string, unknown>> {
  const type = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!CONTENT_TYPES.includes(type)) throw new DomainError('UNSUPPORTED_MEDIA_TYPE');
  const error = bodyError(request);
  if (error) throw error;
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

/** Over the canonical form, so that spelling and order of the fields do not matter. */
const hashOf = (lead: Lead): string => createHash('sha256').update(JSON.stringify(lead)).digest('hex');
