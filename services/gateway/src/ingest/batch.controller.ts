import {
  type AcceptedLeadAnswer,
  BATCH_MAX,
  type BatchAnswer,
  type BatchResult,
  DomainError,
  type ErrorCode,
  routes,
} from '@desk/contracts';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Controller, UseFilters } from '@nestjs/common';
import pLimit from 'p-limit';
import { FunnelGate } from '../auth/funnel-gate.js';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import type { IdentifiedFunnel } from '../http/identity.js';
import { IngestAdmission } from './ingest-admission.js';
import { isUnavailable } from './lead-checks.js';
import { assertBody, fitIdempotencyKey, LeadIntake, parseIdempotencyKey } from './lead-intake.js';
import { RejectionCounter } from './rejection-counter.js';
import { faultyFields, RejectionFilter, rejectionReasonOf } from './rejection.filter.js';

/** All other failures are reported as an error, not as a fault of the lead. */
const statuses: Partial<Record<ErrorCode, BatchResult['status']>> = {
  DUPLICATE_LEAD: 'duplicate',
  INVALID_REQUEST: 'invalid',
  MALFORMED_BODY: 'invalid',
  CONSENT_REQUIRED: 'rejected',
  IDEMPOTENCY_MISMATCH: 'rejected',
  UNKNOWN_FUNNEL_KEY: 'rejected',
};

/** The result of a lead that was not accepted. */
export function toBatchResult({ code, message, fields, info }: DomainError): BatchResult {
  const firstReceivedAt = info['first_received_at'];
  return {
    status: statuses[code] ?? 'error',
    code,
    detail: message,
    errors: [...fields],
    ...(firstReceivedAt === undefined ? {} : { first_received_at: firstReceivedAt }),
  };
}

/** Leads of one batch that wait for lead-router at a time, so that a batch does not crowd out other funnels. */
const CONCURRENCY = 4;

interface Batch {
  readonly funnel: IdentifiedFunnel;
  /**
   * Whether lead-router did not answer in time for one of its leads. The others are not sent then: they would wait as
   * long, one after the other, until the funnel gives up.
   */
  isUnanswered: boolean;
}

/** Leads that arrive together. Each is decided by itself, by the rules of a single post. */
@Controller()
export class BatchController {
  constructor(
    private readonly admission: IngestAdmission,
    private readonly intake: LeadIntake,
    private readonly gate: FunnelGate,
    private readonly rejections: RejectionCounter,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @HandleRoute(routes.postLeads)
  @UseFilters(RejectionFilter)
  async post({ request, funnel }: RouteInput<'postLeads'>): Promise<BatchAnswer> {
    const leads = readLeads(assertBody(request.body));
    const batchKey = parseIdempotencyKey(request.get('idempotency-key'), 'Idempotency-Key');
    await this.gate.countLeads(funnel, leads.length - 1);
    const batch: Batch = { funnel, isUnanswered: false };
    const limit = pLimit(CONCURRENCY);
    const results = await Promise.all(
      leads.map((lead, index) =>
        limit(() => this.postOne(batch, lead, batchKey && fitIdempotencyKey(`${batchKey} ${index}`))),
      ),
    );
    return { results };
  }

  /** Never throws, because the other leads of the batch have results too. */
  private async postOne(batch: Batch, body: unknown, batchKey: string | null): Promise<BatchResult> {
    const { funnel } = batch;
    try {
      const { idempotency_key: ownKey, ...lead } = assertBody(body);
      const key = parseIdempotencyKey(ownKey, 'idempotency_key') ?? batchKey;
      return await this.postAdmitted(batch, lead, key);
    } catch (error) {
      const failure = error instanceof DomainError ? error : new DomainError('INTERNAL');
      if (failure !== error) this.logger.error({ err: error }, 'lead of a batch failed');
      const reason = rejectionReasonOf(failure);
      if (reason !== undefined) this.rejections.count(funnel.funnelId, reason, faultyFields(error));
      return toBatchResult(failure);
    }
  }

  private async postAdmitted(
    batch: Batch,
    lead: Readonly<Record<string, unknown>>,
    key: string | null,
  ): Promise<AcceptedLeadAnswer> {
    if (batch.isUnanswered) throw new DomainError('UNAVAILABLE');
    const refusal = this.admission.findRefusal();
    if (refusal) throw refusal;
    try {
      return await this.intake.post(batch.funnel, lead, key);
    } catch (error) {
      batch.isUnanswered ||= isUnavailable(error);
      throw error;
    }
  }
}

function readLeads({ leads, ...others }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(unknown, 'This field is not known.');
  if (Array.isArray(leads) && leads.length > 0 && leads.length <= BATCH_MAX) return leads;
  throw invalid('leads', `Must be a list of 1 to ${BATCH_MAX} leads`);
}

const invalid = (field: string, message: string): DomainError =>
  new DomainError('INVALID_REQUEST', { fields: [{ field, message }] });
