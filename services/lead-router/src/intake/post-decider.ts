import { randomUUID } from 'node:crypto';
import { DomainError } from '@desk/contracts';
import { codeOf, prepared, runForEach, type Tx } from '@desk/outbox';
import { DataCipher, InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { FunnelTerms } from '../funnels/funnel.repository.js';
import {
  type DecidedPost,
  decidePost,
  type FingerprintedPost,
  type LeadPost,
  type PostFacts,
} from './decide-post.js';
import type { duplicateSettings } from './duplicate-settings.js';
import {
  type StoredFingerprint,
  toFingerprints,
  toProofFingerprints,
  toStoredFingerprints,
} from './fingerprints.js';
import { toStoredKeys } from './idempotency-key.js';
import type { LeadEntity } from './lead.entity.js';
import { LeadRepository } from './lead.repository.js';
import { TestLeads } from './test-leads.js';

const FIND_FINGERPRINTS = prepared('SELECT * FROM find_fingerprints($1, $2, $3, $4, $5)');
const CLAIM_FINGERPRINTS = prepared('SELECT claim_new_fingerprints($1, $2, $3, $4, $5, $6, $7)');

/** PostgreSQL's lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03';

interface KnownFingerprint extends Pick<StoredFingerprint, 'kind' | 'digest'> {
  /** Place of the post, from 0. */
  readonly post: number;
  readonly leadId: string;
}

/** Decides posts by what is stored, and claims the fingerprints of new leads. */
@Injectable()
export class PostDecider {
  constructor(
    private readonly leads: LeadRepository,
    private readonly testLeads: TestLeads,
    private readonly cipher: DataCipher,
    @InjectEnv() private readonly env: SettingsOf<typeof duplicateSettings>,
  ) {}

  fingerprint<Post extends LeadPost>(post: Post): FingerprintedPost<Post> {
    const fingerprints = [...toFingerprints(post.lead), ...toProofFingerprints(post.lead)];
    return { post, fingerprints: toStoredFingerprints(this.cipher, fingerprints) };
  }

  /**
   * Returns each post with its decision and its fingerprints that no lead has. While another post with the same
   * idempotency key is being decided, one post waits but several fail (see `lockIdempotencyKeys`). The first queries
   * share one round trip; new persons need no other.
   */
  async decide<Post extends FingerprintedPost>(
    tx: Tx,
    posts: readonly Post[],
    listTerms: (posts: readonly Post['post'][]) => Promise<readonly (FunnelTerms | undefined)[]>,
  ): Promise<(Post & DecidedPost)[]> {
    const allPosts = posts.map(({ post }) => post);
    const [leadsOfKeys, terms, known] = await Promise.all([
      this.leads.lockIdempotencyKeys(tx, allPosts),
      listTerms(allPosts),
      this.findFingerprints(tx, posts),
    ]);
    const findLead = createLeadFinder((id) => this.leads.findById(tx, id));
    return runForEach([...posts.entries()], async ([place, fingerprinted]) => {
      const { post, fingerprints } = fingerprinted;
      const ofPost = known.filter((fingerprint) => fingerprint.post === place);
      const [personLeadId] = idsOf(ofPost.filter(({ kind }) => kind !== 'proof'));
      const proofLeadIds = idsOf(ofPost.filter(({ kind }) => kind === 'proof'));
      const facts: PostFacts = {
        terms: terms[place],
        leadOfKey: this.findOfKey(leadsOfKeys, post),
        testLeadOfKey: terms[place]?.isTest ? await this.testLeads.findAnswer(tx, post) : undefined,
        isKnownPerson: personLeadId !== undefined,
        leadOfPerson: personLeadId === undefined ? null : await findLead(personLeadId),
        leadsOfProof: await Promise.all(proofLeadIds.map(findLead)),
      };
      const unknown = fingerprints.filter((one) => !ofPost.some((other) => isSame(one, other)));
      const decision = decidePost(post, facts, Date.now());
      return { ...fingerprinted, fingerprints: unknown, decision, leadId: randomUUID() };
    });
  }

  /** Like `decide`, for a post that comes alone. */
  async decideOne(
    tx: Tx,
    post: LeadPost,
    findTerms: () => Promise<FunnelTerms | undefined>,
  ): Promise<DecidedPost> {
    const [decided] = await this.decide(tx, [this.fingerprint(post)], async () => [await findTerms()]);
    if (!decided) throw new Error('a post was not decided');
    return decided;
  }

  /**
   * Claims the fingerprints of new leads that no lead had when the facts were read. No two of these leads share one. A
   * concurrent transaction that claims one waits for this one. If one was claimed meanwhile, fails and is repeated with
   * new facts.
   */
  claim(tx: Tx, leads: readonly DecidedPost[]): void {
    const rows = leads.flatMap(({ leadId, post, fingerprints }) =>
      fingerprints.map((fingerprint) => ({ leadId, funnelId: post.funnelId, ...fingerprint })),
    );
    tx.send(CLAIM_FINGERPRINTS, [
      this.env.DUPLICATE_WINDOW_DAYS,
      rows.map(({ leadId }) => leadId),
      rows.map(({ funnelId }) => funnelId),
      rows.map(({ kind }) => kind),
      rows.map(({ digest }) => digest),
      rows.map(({ keyId }) => keyId),
      rows.map(({ source }) => source),
    ]);
  }

  private findFingerprints(tx: Tx, posts: readonly FingerprintedPost[]): Promise<KnownFingerprint[]> {
    const rows = posts.flatMap(({ post: { funnelId }, fingerprints }, place) =>
      fingerprints.map(({ kind, digest }) => ({ place, funnelId, kind, digest })),
    );
    return tx.query<KnownFingerprint>(FIND_FINGERPRINTS, [
      this.env.DUPLICATE_WINDOW_DAYS,
      rows.map(({ place }) => place),
      rows.map(({ funnelId }) => funnelId),
      rows.map(({ kind }) => kind),
      rows.map(({ digest }) => digest),
    ]);
  }

  private findOfKey(leads: readonly LeadEntity[], { funnelId, idempotencyKey }: LeadPost): LeadEntity | null {
    if (leads.length === 0 || idempotencyKey === null) return null;
    const keys = toStoredKeys(this.cipher, { funnelId, idempotencyKey });
    const lead = leads.find(
      (found) => found.funnelId === funnelId && keys.includes(found.idempotencyKey ?? ''),
    );
    return lead ?? null;
  }
}

/** Whether two posts are of one person, or have the same proof or idempotency key. Such posts are decided one by one. */
export function areRelated(posts: readonly FingerprintedPost[]): boolean {
  const names = posts.flatMap(({ post: { funnelId, idempotencyKey }, fingerprints }) => [
    ...new Set(fingerprints.map(({ kind, digest }) => `${kind} ${digest}`)),
    ...(idempotencyKey === null ? [] : [`key ${funnelId} ${idempotencyKey}`]),
  ]);
  return new Set(names).size < names.length;
}

/** @throws IDEMPOTENCY_IN_FLIGHT if the post waits too long for its key */
export function reportInFlight<T>({ idempotencyKey }: LeadPost, decided: Promise<T>): Promise<T> {
  return decided.catch((error: unknown) => {
    if (idempotencyKey !== null && codeOf(error) === LOCK_NOT_AVAILABLE)
      throw new DomainError('IDEMPOTENCY_IN_FLIGHT', { info: { retryAfter: '1' } });
    throw error;
  });
}

type FingerprintName = Pick<StoredFingerprint, 'kind' | 'digest'>;

const isSame = (one: FingerprintName, other: FingerprintName): boolean =>
  one.kind === other.kind && one.digest === other.digest;

const idsOf = (known: readonly KnownFingerprint[]): string[] => [
  ...new Set(known.map(({ leadId }) => leadId)),
];

/** Reads each lead once. */
function createLeadFinder(find: (id: string) => Promise<LeadEntity | null>) {
  const found = new Map<string, Promise<LeadEntity | null>>();
  return (id: string): Promise<LeadEntity | null> => {
    const known = found.get(id) ?? find(id);
    found.set(id, known);
    return known;
  };
}
