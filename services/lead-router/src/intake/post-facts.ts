import { prepared, type Tx } from '@desk/outbox';
import { DataCipher, InjectEnv, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { FunnelTerms } from '../funnels/funnel.repository.js';
import type { LeadPost, PostFacts } from './decide-post.js';
import type { duplicateSettings } from './duplicate-settings.js';
import { type Fingerprint, toFingerprints, toProofFingerprints } from './fingerprints.js';
import { LeadRepository } from './lead.repository.js';
import { toStoredFingerprints } from './stored-fingerprints.js';
import { TestLeads } from './test-leads.js';

const CLAIM_FINGERPRINTS = prepared('SELECT * FROM claim_fingerprints($1, $2, $3, $4, $5, $6, $7)');

@Injectable()
export class PostFactsReader {
  constructor(
    private readonly leads: LeadRepository,
    private readonly testLeads: TestLeads,
    private readonly cipher: DataCipher,
    @InjectEnv() private readonly env: SettingsOf<typeof duplicateSettings>,
  ) {}

  /**
   * Also claims the person's fingerprints for the new lead, so that a concurrent post of the same person waits for this
   * one. Roll this back unless the lead is accepted. The first three queries share one round trip, and a new person
   * needs no other.
   */
  async read(
    tx: Tx,
    post: LeadPost,
    leadId: string,
    findTerms: (tx: Tx) => Promise<FunnelTerms | undefined>,
  ): Promise<PostFacts> {
    const [terms, leadOfKey, claims] = await Promise.all([
      findTerms(tx),
      this.leads.lockIdempotencyKey(tx, post),
      this.claimFingerprints(tx, post, leadId),
    ]);
    const { ofPerson, ofProof } = claims;
    const [personLeadId] = ofPerson;
    return {
      terms,
      leadOfKey,
      testLeadOfKey: terms?.isTest ? await this.testLeads.findAnswer(tx, post) : undefined,
      isKnownPerson: personLeadId !== undefined,
      leadOfPerson: personLeadId === undefined ? null : await this.leads.findById(tx, personLeadId),
      leadsOfProof: await Promise.all(ofProof.map((id) => this.leads.findById(tx, id))),
    };
  }

  /** Returns the leads that had claimed a fingerprint: the same person's, and those with the same proof of consent. */
  private async claimFingerprints(
    tx: Tx,
    { funnelId, lead }: LeadPost,
    leadId: string,
  ): Promise<{ readonly ofPerson: readonly string[]; readonly ofProof: readonly string[] }> {
    const fingerprints = [...toFingerprints(lead), ...toProofFingerprints(lead)];
    const rows = toStoredFingerprints(this.cipher, fingerprints);
    const claims = await tx.query<{ kind: Fingerprint['kind']; leadId: string }>(CLAIM_FINGERPRINTS, [
      leadId,
      funnelId,
      this.env.DUPLICATE_WINDOW_DAYS,
      rows.map(({ kind }) => kind),
      rows.map(({ digest }) => digest),
      rows.map(({ keyId }) => keyId),
      rows.map(({ source }) => source),
    ]);
    const others = claims.filter((claim) => claim.leadId !== leadId);
    const idsOf = (areProofs: boolean) => [
      ...new Set(others.filter(({ kind }) => (kind === 'proof') === areProofs).map((claim) => claim.leadId)),
    ];
    return { ofPerson: idsOf(false), ofProof: idsOf(true) };
  }
}
