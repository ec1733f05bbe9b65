import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import type { FunnelRules } from './funnel-rules.js';

/** How the leads of a funnel are accepted. */
export interface FunnelTerms extends FunnelRules {
  readonly isTest: boolean;
}

const TERMS = `f.mode = 'test' AS "isTest", f.required_fields AS "requiredFields",
               f.requires_consent_proof AS "requiresConsentProof"`;
const SELECT_TERMS = prepared(
  `SELECT post.place::int, ${TERMS}
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS post (funnel_id, key_hash, place)
     JOIN funnels f ON f.id = post.funnel_id
     JOIN funnel_keys k ON k.funnel_id = f.id AND k.key_hash = post.key_hash
    WHERE f.mode <> 'paused' AND k.kind <> 'report' AND k.revoked_at IS NULL`,
);
const SELECT_TERMS_OF_FUNNEL = prepared(
  `SELECT ${TERMS}, f.mode = 'paused' AS "isPaused" FROM funnels f WHERE f.id = $1`,
);

@Injectable()
export class FunnelRepository {
  /** Returns the terms for each post; undefined for a paused funnel, and a revoked or report key. */
  async listTerms(
    tx: Tx,
    posts: readonly { readonly funnelId: string; readonly keyHash: string }[],
  ): Promise<(FunnelTerms | undefined)[]> {
    const rows = await tx.query<FunnelTerms & { place: number }>(SELECT_TERMS, [
      posts.map(({ funnelId }) => funnelId),
      posts.map(({ keyHash }) => keyHash),
    ]);
    const terms = new Map(rows.map(({ place, ...ofPost }) => [place, ofPost]));
    return posts.map((_, index) => terms.get(index + 1));
  }

  /** Returns the terms of a funnel, whatever its mode and keys; undefined if there is none. */
  findTerms(tx: Tx, funnelId: string): Promise<(FunnelTerms & { readonly isPaused: boolean }) | undefined> {
    return tx.one<FunnelTerms & { isPaused: boolean }>(SELECT_TERMS_OF_FUNNEL, [funnelId]);
  }
}
