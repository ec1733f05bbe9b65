import { HandleCommand } from '@desk/bullmq-transport';
import {
  DomainError,
  FUNNEL_REPORT_DAYS,
  type FunnelReport,
  getFunnelReport,
  getOwnFunnelReport,
  listRefusedPosts,
  type OwnFunnelReport,
  type PostedFieldName,
  type RefusedPost,
  type RejectionReason,
  type RequestOf,
} from '@desk/contracts';
import { toInstants, type WithDates } from '@desk/service-kit';
import { Controller, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FunnelKeyRepository } from './funnel-key.repository.js';
import { FunnelSettingsRepository } from './funnel-settings.repository.js';

/** The first of the last $2 days, including today. */
const FIRST_DAY = '(report_day(now()) - $2::int + 1)';

/** $1: funnel, $2: days. */
const COUNT_LEADS = `
  SELECT day::text, sum(accepted)::int AS accepted, sum(sold)::int AS sold, sum(expired)::int AS expired,
         sum(refunded)::int AS refunded
    FROM funnel_counts_between(${FIRST_DAY}, report_day(now())) WHERE funnel_id = $1 GROUP BY day`;
const COUNT_RESERVED = `
  SELECT count(*)::int AS reserved FROM leads
   WHERE funnel_id = $1 AND status = 'reserved' AND report_day(created_at) >= ${FIRST_DAY}`;
const LIST_REJECTIONS = `
  SELECT day::text, reason, field, count::float8 AS posts FROM rejections
   WHERE funnel_id = $1 AND day >= ${FIRST_DAY}`;
/** A funnel has few, so that those with a reason or a field need no index of their own. A null filters nothing. */
const LIST_REFUSED_POSTS = `
  SELECT id, refused_at AS "refusedAt", reason, fields FROM refused_posts
   WHERE funnel_id = $1 AND ($2::text IS NULL OR reason = $2) AND ($3::text IS NULL OR $3 = ANY (fields))
     AND ($4::timestamptz IS NULL OR (refused_at, id) < ($4, $5::uuid))
   ORDER BY refused_at DESC, id DESC LIMIT $6`;

type LeadsOfDay = Omit<FunnelReport['leads'], 'reserved' | 'available'> & { readonly day: string };

interface RejectionsOfDay {
  readonly day: string;
  readonly reason: RejectionReason;
  readonly field: PostedFieldName | '';
  readonly posts: number;
}

const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amountOf(row), 0);

/** Counts the posts of each key, most frequent first. */
function rank<Row extends { readonly posts: number }, Key extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (readonly [Key, number])[] {
  const ranked = new Map<Key, number>();
  for (const row of rows) ranked.set(keyOf(row), (ranked.get(keyOf(row)) ?? 0) + row.posts);
  return [...ranked].toSorted(([a, posts], [b, others]) => others - posts || (a < b ? -1 : 1));
}

/** Counts what became of a funnel's posts, and lists the refused ones. */
@Injectable()
export class FunnelReportRepository {
  constructor(private readonly dataSource: DataSource) {}

  async read(funnelId: string): Promise<FunnelReport> {
    const values = [funnelId, FUNNEL_REPORT_DAYS];
    const [leads, [{ reserved } = { reserved: 0 }], rejections] = await Promise.all([
      this.dataSource.query<LeadsOfDay[]>(COUNT_LEADS, values),
      this.dataSource.query<{ reserved: number }[]>(COUNT_RESERVED, values),
      this.dataSource.query<RejectionsOfDay[]>(LIST_REJECTIONS, values),
    ]);
    const posts = rejections.filter(({ field }) => field === '');
    const days = new Set([...leads, ...posts].map(({ day }) => day));
    const accepted = sumOf(leads, (day) => day.accepted);
    const sold = sumOf(leads, (day) => day.sold);
    const expired = sumOf(leads, (day) => day.expired);
    return {
      days: FUNNEL_REPORT_DAYS,
      leads: {
        accepted,
        sold,
        reserved,
        // The charge of a reserved lead may have ended between the two counts.
        available: Math.max(0, accepted - sold - expired - reserved),
        expired,
        refunded: sumOf(leads, (day) => day.refunded),
      },
      rejections: rank(posts, ({ reason }) => reason).map(([reason, count]) => ({ reason, posts: count })),
      faults: rank(
        rejections.filter((row): row is RejectionsOfDay & { field: PostedFieldName } => row.field !== ''),
        ({ field }) => field,
      ).map(([field, count]) => ({ field, posts: count })),
      byDay: [...days]
        .toSorted()
        .toReversed()
        .map((day) => {
          const counted = leads.find((row) => row.day === day);
          const refused = posts.filter((row) => row.day === day);
          const duplicates = refused.filter(({ reason }) => reason === 'duplicate');
          return {
            day,
            accepted: counted?.accepted ?? 0,
            sold: counted?.sold ?? 0,
            refunded: counted?.refunded ?? 0,
            duplicates: sumOf(duplicates, (row) => row.posts),
            refused: sumOf(refused, (row) => row.posts) - sumOf(duplicates, (row) => row.posts),
          };
        }),
    };
  }

  async listRefused(request: RequestOf<typeof listRefusedPosts>): Promise<RefusedPost[]> {
    const { funnelId, reason, field, after, limit } = request;
    const rows: WithDates<RefusedPost, 'refusedAt'>[] = await this.dataSource.query(LIST_REFUSED_POSTS, [
      ...[funnelId, reason, field, after?.refusedAt ?? null, after?.id ?? null, limit],
    ]);
    return rows.map(toInstants);
  }
}

@Controller()
export class FunnelReportsController {
  constructor(
    private readonly keys: FunnelKeyRepository,
    private readonly funnels: FunnelSettingsRepository,
    private readonly reports: FunnelReportRepository,
  ) {}

  @HandleCommand(getFunnelReport)
  get({ funnelId }: RequestOf<typeof getFunnelReport>): Promise<FunnelReport> {
    return this.reports.read(funnelId);
  }

  @HandleCommand(listRefusedPosts)
  async listRefused(request: RequestOf<typeof listRefusedPosts>) {
    return { posts: await this.reports.listRefused(request) };
  }

  /** @throws UNKNOWN_FUNNEL_KEY unless it is a report key that works */
  @HandleCommand(getOwnFunnelReport)
  async getOwn({ keyHash }: RequestOf<typeof getOwnFunnelReport>): Promise<OwnFunnelReport> {
    const found = await this.keys.findByKeyHash(keyHash);
    if (found?.keyKind !== 'report') throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const [funnel, report] = await Promise.all([
      this.funnels.find(found.funnelId),
      this.reports.read(found.funnelId),
    ]);
    if (!funnel) throw new DomainError('UNKNOWN_FUNNEL_KEY');
    const { name, mode, requestsPerSecond, requiredFields, requiresConsentProof } = funnel;
    const keys = funnel.keys
      .filter(({ revokedAt }) => revokedAt === null)
      .map(({ kind, prefix }) => ({ kind, prefix }));
    return { name, mode, requestsPerSecond, requiredFields, requiresConsentProof, keys, report };
  }
}
