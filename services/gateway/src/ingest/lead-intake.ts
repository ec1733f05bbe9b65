import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  acceptLead,
  DomainError,
  type Extras,
  IDEMPOTENCY_KEY_MAX,
  type Lead,
  type RequestOf,
  type ResponseOf,
  routes,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import type { IdentifiedFunnel } from '../http/identity.js';
import { IngestAdmission } from './ingest-admission.js';
import { PostMetrics } from './post-metrics.js';
import { readCampaign } from './read-campaign.js';
import { toLead } from './to-lead.js';
import { VerifiedIntake } from './verified-intake.js';

type Body = Readonly<Record<string, unknown>>;
type Accepted = ResponseOf<typeof acceptLead>;

/** Hands a posted lead to lead-router. */
@Injectable()
export class LeadIntake {
  constructor(
    private readonly commands: CommandClient,
    private readonly admission: IngestAdmission,
    private readonly verified: VerifiedIntake,
    private readonly metrics: PostMetrics,
  ) {}

  /** @throws INVALID_REQUEST and what `acceptLead` throws */
  post(
    funnel: IdentifiedFunnel,
    body: Body,
    idempotencyKey: string | null,
    extras: Extras = [],
  ): Promise<AcceptedLeadAnswer> {
    return this.metrics.measure(() => this.accept(funnel, body, idempotencyKey, extras));
  }

  private async accept(
    { funnelId, keyHash, phoneVerification }: IdentifiedFunnel,
    body: Body,
    idempotencyKey: string | null,
    extras: Extras,
  ): Promise<AcceptedLeadAnswer> {
    const lead = toLeadWithExtras(body, extras, new Date());
    // The hash leaves out the look-up, whose result may change between two posts of the same lead.
    const post = { keyHash, funnelId, idempotencyKey, bodyHash: hashLead(lead), lead };
    const accepted = await (phoneVerification === 'off'
      ? this.acceptNew(post)
      : this.verified.accept(post, phoneVerification, body, (verified) => this.acceptNew(verified)));
    return toAnswer(lead, accepted);
  }

  private acceptNew(post: RequestOf<typeof acceptLead>): Promise<Accepted> {
    return this.admission.track(() => this.commands.send(acceptLead, post));
  }
}

/** Converts a post to a lead with what was sent besides its fields. @throws INVALID_REQUEST */
export function toLeadWithExtras(body: Body, extras: Extras, receivedAt: Date): Lead {
  const lead = toLead(body, receivedAt);
  const campaign = readCampaign(extras, lead.consent?.landingPageUrl);
  return { ...lead, ...(extras.length > 0 ? { extras } : {}), ...(campaign && { campaign }) };
}

export const toAnswer = (
  lead: Lead,
  { leadId, replayed, receivedAt, test }: Accepted,
): AcceptedLeadAnswer => ({
  status: 'accepted',
  lead_id: leadId,
  replayed,
  received_at: receivedAt,
  reference: lead.reference ?? null,
  ...toTestMembers(test),
});

/** What distinguishes a lead posted in test mode from a real one. */
export const toTestMembers = (
  test: { readonly wouldSell: boolean } | undefined,
): { test?: true; would_sell?: boolean } => (test ? { test: true, would_sell: test.wouldSell } : {});

/** @throws MALFORMED_BODY unless it is an object */
export function assertBody(body: unknown): Body {
  if (Array.isArray(body))
    throw new DomainError('MALFORMED_BODY', {
      detail: `Send one lead as an object, or several to ${routes.postLeads.path} as {"leads": [...]}.`,
    });
  if (typeof body !== 'object' || body === null)
    throw new DomainError('MALFORMED_BODY', { detail: 'Send the fields as a JSON object or as a form.' });
  return body as Body;
}

/** Returns the key, or its hash if it is longer than a funnel's own may be. */
export const fitIdempotencyKey = (key: string): string =>
  key.length <= IDEMPOTENCY_KEY_MAX ? key : createHash('sha256').update(key).digest('base64url');

/** `field` is where the key was given. @throws INVALID_REQUEST */
export function parseIdempotencyKey(key: unknown, field: string): string | null {
  if (key === undefined || key === null || key === '') return null;
  if (typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_MAX && !key.includes('\0')) return key;
  const message = `${field} must be text of at most ${IDEMPOTENCY_KEY_MAX} characters`;
  throw new DomainError('INVALID_REQUEST', { fields: [{ field, message }] });
}

/**
 * Hashes the canonical form, so that the spelling and order of the posted fields do not matter. Leaves out what is not
 * a field, and first and last name, which the full name contains.
 */
export function hashLead({
  firstName: _first,
  lastName: _last,
  extras: _extras,
  campaign: _campaign,
  ...lead
}: Lead) {
  return createHash('sha256').update(JSON.stringify(lead)).digest('hex');
}
