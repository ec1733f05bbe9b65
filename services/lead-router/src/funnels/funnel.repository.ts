import {
  type FunnelKeyKind,
  type Mapping,
  MAX_REFUSED_POSTS,
  type NewRefusedPost,
  type PhoneVerification,
  type PostedFieldName,
  type RejectionReason,
} from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { FunnelRules } from './funnel-rules.js';

export interface AuthenticatedFunnel {
  readonly funnelId: string;
  readonly name: string;
  readonly allowedOrigins: string[];
  readonly requestsPerSecond: number | null;
  readonly phoneVerification: PhoneVerification;
  readonly keyKind: FunnelKeyKind;
  readonly isPaused: boolean;
  readonly mapping: Mapping | null;
}

/** How the leads of a funnel are accepted. */
export interface FunnelTerms extends FunnelRules {
  readonly isTest: boolean;
}

export interface RejectionCount {
  readonly funnelId: string | null;
  /** In UTC. */
  readonly day: string;
  readonly reason: RejectionReason;
  /** Empty: all posts that were refused for the reason. */
  readonly field: PostedFieldName | '';
  readonly count: number;
}

const SELECT_BY_KEY = prepared(
  `SELECT f.id AS "funnelId", f.name, f.allowed_origins AS "allowedOrigins",
          f.requests_per_second AS "requestsPerSecond", f.phone_verification AS "phoneVerification",
          k.kind AS "keyKind", f.mode = 'paused' AS "isPaused",
          CASE WHEN k.kind = 'address' THEN (SELECT m.mapping FROM funnel_mappings m WHERE m.funnel_id = f.id
                                              ORDER BY m.version DESC LIMIT 1) END AS mapping
     FROM funnel_keys k JOIN funnels f ON f.id = k.funnel_id
    WHERE k.key_hash = $1 AND k.revoked_at IS NULL`,
);
const TERMS = `f.mode = 'test' AS "isTest", f.required_fields AS "requiredFields",
               f.requires_consent_proof AS "requiresConsentProof"`;
const SELECT_TERMS = prepared(
  `SELECT post.place::int, ${TERMS}
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS post (funnel_id, key_hash, place)
     JOIN funnels f ON f.id = post.funnel_id
     JOIN funnel_keys k ON k.funnel_id = f.id AND k.key_hash = post.key_hash
    WHERE f.mode <> 'paused' AND k.kind <> 'report' AND k.revoked_at IS NULL`,
);
const SELECT_TERMS_OF_HELD_POST = prepared(
  `SELECT ${TERMS} FROM funnels f WHERE f.id = $1 AND f.mode <> 'paused'`,
);
const SELECT_TERMS_IN_ANY_MODE = prepared(`SELECT ${TERMS} FROM funnels f WHERE f.id = $1`);
const INSERT_REFUSED_POSTS = `
  INSERT INTO refused_posts (funnel_id, refused_at, reason, fields)
  SELECT f.id, given."refusedAt", given.reason, given.fields
    FROM jsonb_to_recordset($1) AS given ("funnelId" uuid, "refusedAt" timestamptz, reason text, fields text[])
    JOIN funnels f ON f.id = given."funnelId"`;
/** Keeps the newest refused posts of each funnel. */
const DELETE_OLD_REFUSED_POSTS = `
  DELETE FROM refused_posts WHERE id IN (
    SELECT old.id
      FROM unnest($1::uuid[]) AS given (funnel_id)
     CROSS JOIN LATERAL (SELECT p.id FROM refused_posts p WHERE p.funnel_id = given.funnel_id
                          ORDER BY p.refused_at DESC, p.id DESC OFFSET ${MAX_REFUSED_POSTS}) old)`;

/** Stands in for the funnel in `rejections` when the key is unknown. */
export const UNKNOWN_FUNNEL_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class FunnelRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Finds a funnel by the hash of a key that is not revoked. */
  async findByKeyHash(keyHash: string): Promise<AuthenticatedFunnel | undefined> {
    const [funnel]: AuthenticatedFunnel[] = await this.dataSource.query(SELECT_BY_KEY, [keyHash]);
    return funnel;
  }

  async listLiveKeyHashes(): Promise<string[]> {
    const rows: { keyHash: string }[] = await this.dataSource.query(
      'SELECT key_hash AS "keyHash" FROM funnel_keys WHERE revoked_at IS NULL',
    );
    return rows.map(({ keyHash }) => keyHash);
  }

  /** Returns the terms for each post; undefined if the funnel is paused or its key revoked. */
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

  /** Returns nothing if the funnel is paused. The key that the post came with may be revoked since. */
  async findTermsOfHeldPost(tx: Tx, funnelId: string): Promise<FunnelTerms | undefined> {
    return tx.one<FunnelTerms>(SELECT_TERMS_OF_HELD_POST, [funnelId]);
  }

  /** Returns a funnel's terms as if it were in test mode. */
  async findTestTerms(tx: Tx, funnelId: string): Promise<FunnelTerms | undefined> {
    const [terms] = await tx.query<FunnelTerms>(SELECT_TERMS_IN_ANY_MODE, [funnelId]);
    return terms && { ...terms, isTest: true };
  }

  /** Locks the rows in the order of their key, so that two batches cannot deadlock. */
  async addRejections(tx: Tx, counts: readonly RejectionCount[]): Promise<void> {
    await tx.query(
      `INSERT INTO rejections AS r (funnel_id, day, reason, field, count)
       SELECT funnel_id, day, reason, field, sum(count)
         FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[])
                AS given (funnel_id, day, reason, field, count)
        GROUP BY funnel_id, day, reason, field
        ORDER BY funnel_id, day, reason, field
       ON CONFLICT (funnel_id, day, reason, field) DO UPDATE SET count = r.count + excluded.count`,
      [
        counts.map(({ funnelId }) => funnelId ?? UNKNOWN_FUNNEL_ID),
        counts.map(({ day }) => day),
        counts.map(({ reason }) => reason),
        counts.map(({ field }) => field),
        counts.map(({ count }) => count),
      ],
    );
  }

  /** Drops posts of unknown funnels. The funnels are locked, so that no other batch adds posts to them meanwhile. */
  addRefusedPosts(tx: Tx, posts: readonly NewRefusedPost[]): void {
    if (posts.length === 0) return;
    tx.send(INSERT_REFUSED_POSTS, [JSON.stringify(posts)]);
    tx.send(DELETE_OLD_REFUSED_POSTS, [[...new Set(posts.map(({ funnelId }) => funnelId))]]);
  }
}
