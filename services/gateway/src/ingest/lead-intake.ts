import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  acceptLead,
  DomainError,
  IDEMPOTENCY_KEY_MAX,
  type Lead,
  type PhoneVerification,
  type ResponseOf,
  tryLead,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { withNewFields } from '../http/with-new-fields.js';
import { IngestAdmission } from './ingest-admission.js';
import { PhoneVerifier } from './phone-verifier.js';
import { documentedName } from './field-names.js';
import { PostMetrics } from './post-metrics.js';
import { toLead } from './to-lead.js';

export interface PostingFunnel {
  readonly funnelId: string;
  readonly funnelKeyHash: string;
  readonly phoneVerification: PhoneVerification;
}

type Body = Readonly<Record<string, unknown>>;

/** Hands a posted lead to lead-router. */
@Injectable()
export class LeadIntake {
  constructor(
    private readonly commands: CommandClient,
    private readonly admission: IngestAdmission,
    private readonly phones: PhoneVerifier,
    private readonly metrics: PostMetrics,
  ) {}

  /** @throws INVALID_REQUEST and what `acceptLead` throws; UNAVAILABLE at once under overload */
  post(funnel: PostingFunnel, body: Body, idempotencyKey: string | null): Promise<AcceptedLeadAnswer> {
    return this.metrics.measure(() => this.accept(funnel, body, idempotencyKey));
  }

  private async accept(
    { funnelId, funnelKeyHash, phoneVerification }: PostingFunnel,
    body: Body,
    idempotencyKey: string | null,
  ): Promise<AcceptedLeadAnswer> {
    this.admission.assertOpen();
    const posted = toLead(body, new Date());
    // What a look-up finds may change between two posts of the same lead.
    const bodyHash = hashOf(posted);
    const lead = await this.phones.verify(posted, phoneVerification, phoneFieldOf(body));
    const post = { funnelId, idempotencyKey, bodyHash, lead };
    const accepted = await this.admission.track(() =>
      withNewFields({ keyHash: funnelKeyHash }, (key) => this.commands.send(acceptLead, { ...key, ...post })),
    );
    return toAnswer(lead, accepted);
  }

  /** Checks a lead as in test mode. @throws INVALID_REQUEST and what `tryLead` throws */
  async try(funnelId: string, body: Body): Promise<AcceptedLeadAnswer> {
    const lead = toLead(body, new Date());
    return toAnswer(lead, await this.commands.send(tryLead, { funnelId, bodyHash: hashOf(lead), lead }));
  }
}

const toAnswer = (
  lead: Lead,
  { leadId, replayed, receivedAt, test }: ResponseOf<typeof acceptLead>,
): AcceptedLeadAnswer => ({
  status: 'accepted',
  lead_id: leadId,
  replayed,
  received_at: receivedAt,
  reference: lead.reference ?? null,
  ...toTestMembers(test),
});

/** What tells a lead posted in test mode from a real one. */
export const toTestMembers = (
  test: { readonly wouldSell: boolean } | undefined,
): { test?: true; would_sell?: boolean } => (test ? { test: true, would_sell: test.wouldSell } : {});

/** @throws MALFORMED_BODY unless it is an object */
export function assertBody(body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new DomainError('MALFORMED_BODY');
  return body as Body;
}

/** `field` is where the key was given. @throws INVALID_REQUEST */
export function parseIdempotencyKey(key: unknown, field: string): string | null {
  if (key === undefined || key === null || key === '') return null;
  if (typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_MAX && !key.includes('\0')) return key;
  const message = `${field} must be text of at most ${IDEMPOTENCY_KEY_MAX} characters`;
  throw new DomainError('INVALID_REQUEST', { fields: [{ field, message }] });
}

/** The name under which a funnel posted the phone number. */
const phoneFieldOf = (body: Body): string =>
  Object.keys(body).find((name) => documentedName(name) === 'phone') ?? 'phone';

/** Hashes the canonical form, so that the spelling and order of the posted fields do not matter. */
const hashOf = (lead: Lead): string => createHash('sha256').update(JSON.stringify(lead)).digest('hex');
