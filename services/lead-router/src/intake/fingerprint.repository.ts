import { prepared, type Tx } from '@desk/outbox';
import { DataCipher } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Fingerprint } from './fingerprints.js';
import { toStoredFingerprints } from './stored-fingerprints.js';

/** A funnel may set a shorter window than the installation's. $1: days, $9: funnel. */
const WINDOW = `make_interval(days => LEAST($1::int, (SELECT duplicate_window_days FROM funnels WHERE id = $9::uuid)))`;
/** Whether the row `f` still finds duplicates, suppresses an erased person, or is a proof, which belongs to one person. */
const IS_ACTIVE = `(f.kind = 'proof' OR f.seen_at >= now() - ${WINDOW} OR f.suppressed_until >= now())`;

/**
 * Claims rows in one order, as concurrent intakes that share some of them must lock them. Active rows keep their lead.
 * $7 and $8 are the rows of earlier releases, until they are converted; remove them in the next release.
 */
const CLAIM = prepared(`
  WITH claimed AS (
    INSERT INTO lead_fingerprints AS f (kind, digest, key_id, source, lead_id, seen_at)
    SELECT claim.kind, claim.digest, claim.key_id, claim.source, $2::uuid, now()
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS claim (kind, digest, key_id, source)
     ORDER BY claim.kind, claim.digest
    ON CONFLICT (kind, digest) DO UPDATE
      SET lead_id = CASE WHEN ${IS_ACTIVE} THEN f.lead_id ELSE excluded.lead_id END,
          seen_at = CASE WHEN ${IS_ACTIVE} THEN f.seen_at ELSE excluded.seen_at END
    RETURNING f.kind, f.lead_id)
  SELECT kind, lead_id AS "leadId" FROM claimed
  UNION
  SELECT f.kind, f.lead_id FROM lead_fingerprints f
   WHERE (f.kind, f.digest) IN (SELECT known.kind, known.digest
                                  FROM unnest($7::text[], $8::text[]) AS known (kind, digest))
     AND ${IS_ACTIVE}`);

/** The rows that find duplicates: each fingerprint under every key. */
@Injectable()
export class FingerprintRepository {
  constructor(private readonly cipher: DataCipher) {}

  /**
   * Claims the fingerprints for a new lead. Returns the leads that had claimed one of them: the same person's within
   * `windowDays`, and those with the same proof of consent.
   */
  async claim(
    tx: Tx,
    fingerprints: readonly Fingerprint[],
    { leadId, funnelId }: { readonly leadId: string; readonly funnelId: string },
    windowDays: number,
  ): Promise<{ readonly ofPerson: readonly string[]; readonly ofProof: readonly string[] }> {
    const rows = toStoredFingerprints(this.cipher, fingerprints);
    const claims = await tx.query<{ kind: Fingerprint['kind']; leadId: string }>(CLAIM, [
      windowDays,
      leadId,
      rows.map(({ kind }) => kind),
      rows.map(({ digest }) => digest),
      rows.map(({ keyId }) => keyId),
      rows.map(({ source }) => source),
      fingerprints.map(({ kind }) => kind),
      fingerprints.map(({ hash }) => hash),
      funnelId,
    ]);
    const others = claims.filter((claim) => claim.leadId !== leadId);
    const idsOf = (areProofs: boolean) =>
      others.filter(({ kind }) => (kind === 'proof') === areProofs).map((claim) => claim.leadId);
    return { ofPerson: idsOf(false), ofProof: idsOf(true) };
  }
}
