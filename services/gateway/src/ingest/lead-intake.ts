import { createHash } from 'node:crypto';
import { CommandClient } from '@desk/bullmq-transport';
import {
  type AcceptedLeadAnswer,
  acceptHeldPost,
  acceptLead,
  type Caller,
  DomainError,
  type Extras,
  IDEMPOTENCY_KEY_MAX,
  type Lead,
  type PhoneVerification,
  type ResponseOf,
  routes,
  tryLead,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { IngestAdmission } from './ingest-admission.js';
import { isUnavailable, LeadChecks } from './lead-checks.js';
import { PhoneTurns } from './phone-turns.js';
import { PhoneVerifier } from './phone-verifier.js';
import { readCampaign } from './read-campaign.js';
import { documentedName } from './read-fields.js';
import { PostMetrics } from './post-metrics.js';
import { toLead } from './to-lead.js';

export interface PostingFunnel {
  readonly funnelId: string;
  readonly funnelKeyHash: string;
  readonly phoneVerification: PhoneVerification;
}

/** A held post, and who replays it. */
export interface HeldPostToReplay {
  readonly postId: string;
  readonly funnelId: string;
  readonly receivedAt: Date;
  readonly phoneVerification: PhoneVerification;
  /** Null for a lead that was fetched. */
  readonly replayedBy: { readonly actorId: string; readonly caller: Caller } | null;
}

type Body = Readonly<Record<string, unknown>>;
type LeadPost = Parameters<LeadChecks['findAccepted']>[0];
type Accepted = ResponseOf<typeof acceptLead>;

/** Hands a posted lead to lead-router. */
@Injectable()
export class LeadIntake {
  constructor(
    private readonly commands: CommandClient,
    private readonly admission: IngestAdmission,
    private readonly checks: LeadChecks,
    private readonly turns: PhoneTurns,
    private readonly phones: PhoneVerifier,
    private readonly metrics: PostMetrics,
  ) {}

  /** @throws INVALID_REQUEST and what `acceptLead` throws */
  post(
    funnel: PostingFunnel,
    body: Body,
    idempotencyKey: string | null,
    extras: Extras = [],
  ): Promise<AcceptedLeadAnswer> {
    return this.metrics.measure(() => this.accept(funnel, body, idempotencyKey, extras));
  }

  private async accept(
    { funnelId, funnelKeyHash: keyHash, phoneVerification }: PostingFunnel,
    body: Body,
    idempotencyKey: string | null,
    extras: Extras,
  ): Promise<AcceptedLeadAnswer> {
    const lead = toLeadWithExtras(body, extras, new Date());
    // The hash leaves out the look-up, whose result may change between two posts of the same lead.
    const post = { keyHash, funnelId, idempotencyKey, bodyHash: hashOf(lead), lead };
    const accepted = await (phoneVerification === 'off'
      ? this.acceptNew(post)
      : this.acceptVerified(post, phoneVerification, phoneFieldOf(body)));
    return toAnswer(lead, accepted);
  }

  /** Looks the number up only if the lead would be accepted, and once for posts of one number that arrive together. */
  private acceptVerified(post: LeadPost, verification: PhoneVerification, field: string): Promise<Accepted> {
    return this.turns.run(post.lead.phone, async () => {
      // Without an answer, the lead is decided when it is accepted.
      const known = await this.checks.findAccepted(post).catch(ignoreUnavailable);
      if (known) return known;
      const lead = await this.phones.verify(post.lead, verification);
      if (lead) return this.acceptNew({ ...post, lead });
      // The first attempt may have succeeded without us seeing the answer, so look it up before reporting an error.
      const accepted = await this.checks.findAccepted(post);
      if (accepted) return accepted;
      throw unknownNumber(field);
    });
  }

  private acceptNew(post: LeadPost): Promise<Accepted> {
    return this.admission.track(() => this.commands.send(acceptLead, post));
  }

  /** Turns a held post into a lead, at most once. @throws INVALID_REQUEST and what `acceptHeldPost` throws */
  async replay(
    { postId, funnelId, receivedAt, phoneVerification, replayedBy }: HeldPostToReplay,
    body: Body,
    idempotencyKey: string | null,
    extras: Extras,
  ): Promise<AcceptedLeadAnswer> {
    const lead = toLeadWithExtras(body, extras, receivedAt);
    const verified = await this.phones.verify(lead, phoneVerification);
    if (!verified) throw unknownNumber(phoneFieldOf(body));
    const post = { postId, funnelId, idempotencyKey, bodyHash: hashOf(lead), lead: verified };
    return toAnswer(lead, await this.commands.send(acceptHeldPost, { ...post, replayedBy }));
  }

  /** Checks a lead as in test mode. @throws INVALID_REQUEST and what `tryLead` throws */
  async try(funnelId: string, body: Body): Promise<AcceptedLeadAnswer> {
    const lead = toLead(body, new Date());
    return toAnswer(lead, await this.commands.send(tryLead, { funnelId, bodyHash: hashOf(lead), lead }));
  }
}

function toLeadWithExtras(body: Body, extras: Extras, receivedAt: Date): Lead {
  const lead = toLead(body, receivedAt);
  const campaign = readCampaign(extras, lead.consent?.landingPageUrl);
  return { ...lead, ...(extras.length > 0 ? { extras } : {}), ...(campaign && { campaign }) };
}

const unknownNumber = (field: string): DomainError =>
  new DomainError('INVALID_REQUEST', {
    fields: [{ field, message: 'No carrier knows this phone number' }],
  });

const toAnswer = (lead: Lead, { leadId, replayed, receivedAt, test }: Accepted): AcceptedLeadAnswer => ({
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

/** Returns a key that is no longer than a funnel's own. */
export const fitIdempotencyKey = (key: string): string =>
  key.length <= IDEMPOTENCY_KEY_MAX ? key : createHash('sha256').update(key).digest('base64url');

/** `field` is where the key was given. @throws INVALID_REQUEST */
export function parseIdempotencyKey(key: unknown, field: string): string | null {
  if (key === undefined || key === null || key === '') return null;
  if (typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_MAX && !key.includes('\0')) return key;
  const message = `${field} must be text of at most ${IDEMPOTENCY_KEY_MAX} characters`;
  throw new DomainError('INVALID_REQUEST', { fields: [{ field, message }] });
}

function ignoreUnavailable(error: unknown): null {
  if (isUnavailable(error)) return null;
  throw error;
}

/** The name under which a funnel posted the phone number. */
const phoneFieldOf = (body: Body): string =>
  Object.keys(body).find((name) => documentedName(name) === 'phone') ?? 'phone';

/**
 * Hashes the canonical form, so that the spelling and order of the posted fields do not matter. Leaves out what is not
 * a field, and first and last name, which the full name contains.
 */
function hashOf({ firstName: _first, lastName: _last, extras: _extras, campaign: _campaign, ...lead }: Lead) {
  return createHash('sha256').update(JSON.stringify(lead)).digest('hex');
}
