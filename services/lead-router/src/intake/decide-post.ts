import {
  type acceptLead,
  consentFields,
  DomainError,
  type RequestOf,
  type ResponseOf,
} from '@desk/contracts';
import { findBrokenRule } from '../funnels/funnel-rules.js';
import type { FunnelTerms } from '../funnels/funnel.repository.js';
import { isReplay, isSamePerson, type StoredFingerprint } from './fingerprints.js';
import type { LeadEntity } from './lead.entity.js';

export type LeadPost = Pick<
  RequestOf<typeof acceptLead>,
  'funnelId' | 'idempotencyKey' | 'bodyHash' | 'lead'
>;
export type AcceptedLead = ResponseOf<typeof acceptLead>;

/** A post with fingerprints of its person and its proofs. */
export interface FingerprintedPost<Post extends LeadPost = LeadPost> {
  readonly post: Post;
  readonly fingerprints: readonly StoredFingerprint[];
}

/** What intake knows about a post before it decides. */
export interface PostFacts {
  /** Undefined if the funnel was paused or its key revoked meanwhile. */
  readonly terms: FunnelTerms | undefined;
  /** The lead that was accepted with the same idempotency key. */
  readonly leadOfKey: LeadEntity | null;
  /** The answer to the post in test mode with the same key, and whether it had the same body. */
  readonly testLeadOfKey: { readonly answer: AcceptedLead; readonly hasSameBody: boolean } | undefined;
  /** Whether the person was posted within the duplicate window, or was erased. */
  readonly isKnownPerson: boolean;
  /** The person's known lead; null if it no longer exists. */
  readonly leadOfPerson: LeadEntity | null;
  /** The leads with the same proof of consent; null for one that no longer exists. */
  readonly leadsOfProof: readonly (LeadEntity | null)[];
}

/** `accept-test`: accept it in test mode, which neither offers it nor stores anything about the person. */
export type Decision =
  | { readonly kind: 'accept' | 'accept-test' }
  | { readonly kind: 'replay'; readonly answer: AcceptedLead }
  | { readonly kind: 'reject'; readonly error: DomainError };

export interface DecidedPost extends FingerprintedPost {
  readonly decision: Decision;
  /** The lead's id, if it is a new one. */
  readonly leadId: string;
}

/** What became of a post: `accepted` if its lead is stored. */
export type Outcome = Decision | { readonly kind: 'accepted'; readonly answer: AcceptedLead };

/** Decides whether a post is a new lead, a repetition of a known one, or must be rejected. */
export function decidePost(post: LeadPost, facts: PostFacts, now: number): Decision {
  const { terms, leadOfKey, testLeadOfKey, isKnownPerson, leadOfPerson } = facts;
  if (!terms) return reject(new DomainError('UNKNOWN_FUNNEL_KEY'));
  if (leadOfKey)
    return leadOfKey.bodyHash === post.bodyHash
      ? { kind: 'replay', answer: toReplay(leadOfKey) }
      : reject(new DomainError('IDEMPOTENCY_MISMATCH'));
  if (testLeadOfKey)
    return testLeadOfKey.hasSameBody
      ? { kind: 'replay', answer: testLeadOfKey.answer }
      : reject(new DomainError('IDEMPOTENCY_MISMATCH'));
  if (leadOfPerson && isReplay(leadOfPerson, post, now))
    return { kind: 'replay', answer: toReplay(leadOfPerson) };
  const brokenRule = findBrokenRule(terms, post.lead);
  if (brokenRule) return reject(brokenRule);
  const isOwn = leadOfPerson?.funnelId === post.funnelId;
  // Test leads cost nothing, so they must not reveal whom other funnels posted.
  if (isKnownPerson && (isOwn || !terms.isTest)) return reject(toDuplicate(isOwn ? leadOfPerson : null));
  if (terms.isTest) return { kind: 'accept-test' };
  // A certificate or lead ID belongs to one person. Once its lead is anonymized, no post can be matched to that person.
  const isOfOther = facts.leadsOfProof.some((known) => !known || !isSamePerson(known, post.lead));
  return isOfOther ? reject(toUsedProof(post.lead)) : { kind: 'accept' };
}

/** Names the time of the first post if the same funnel made it; no time if the lead is another funnel's, or erased. */
export const toDuplicate = (known: { readonly createdAt: Date } | null): DomainError =>
  new DomainError('DUPLICATE_LEAD', {
    info: known ? { first_received_at: known.createdAt.toISOString() } : {},
  });

function toUsedProof({ consent }: LeadPost['lead']): DomainError {
  const { postedAs } =
    consentFields[consent?.trustedFormCertUrl === undefined ? 'jornayaLeadId' : 'trustedFormCertUrl'];
  return new DomainError('INVALID_REQUEST', {
    fields: [{ field: postedAs, message: 'Was already sent with another person' }],
  });
}

export const toAccepted = (leadId: string, createdAt: Date): Outcome => ({
  kind: 'accepted',
  answer: { leadId, replayed: false, receivedAt: createdAt.toISOString() },
});

const toReplay = ({ id, createdAt }: LeadEntity): AcceptedLead => ({
  leadId: id,
  replayed: true,
  receivedAt: createdAt.toISOString(),
});

const reject = (error: DomainError): Decision => ({ kind: 'reject', error });
