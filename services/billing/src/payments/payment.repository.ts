import { type listPurchases, PAYMENT_ID_START, type RequestOf, type ResponseOf } from '@desk/contracts';
import {
  escapeLike,
  type KeysetCursor,
  keysetClauses,
  type KeysetOrder,
  searchWithTwoPlans,
  type WithDates,
} from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PurchaseEntity } from '../charges/purchase.entity.js';

type ListRequest = RequestOf<typeof listPurchases>;
export type PaymentMatch = NonNullable<ListRequest['match']>;
export type Payment = ResponseOf<typeof listPurchases>['purchases'][number];
export type PaymentRow = Omit<WithDates<Payment, 'purchasedAt'>, 'refund'>;

interface PageRequest {
  readonly limit: number;
  readonly order: KeysetOrder;
  readonly after: KeysetCursor | null;
}

/** The parts of a statement and their parameters; $1 is the limit. */
interface Clauses {
  readonly where: string;
  readonly orderBy: string;
  readonly values: unknown[];
}

const COLUMNS = `p.id, p.offer_id AS "offerId", p.user_id AS "userId", p.lead_id AS "leadId", p.amount, p.status,
                 p.stripe_payment_intent_id AS "stripePaymentIntentId", p.purchased_at AS "purchasedAt"`;
/** For common ids: payments to scan in list order per requested row before falling back to the indexes. */
const SCANNED_ROWS_PER_RESULT = 20;

export const toPrefixPattern = (prefix: string): string => `${escapeLike(prefix)}%`;

/** Whether any payment id can start with `prefix`. If not, the query can skip the ids. */
export const canStartPaymentId = (prefix: string): boolean =>
  prefix.startsWith(PAYMENT_ID_START) || PAYMENT_ID_START.startsWith(prefix);

@Injectable()
export class PaymentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns payments in the requested order, at most `limit`. */
  async list({ match, ...page }: PageRequest & { match: PaymentMatch | undefined }): Promise<PaymentRow[]> {
    if (!match) return this.read(`SELECT ${COLUMNS} FROM purchases p`, toClauses(page));
    if (!canStartPaymentId(match.intentPrefix)) return this.searchIndexes(page, match);
    return searchWithTwoPlans({
      limit: page.limit,
      scanInOrder: () => this.scanInOrder(page, match),
      searchIndex: () => this.searchIndexes(page, match),
    });
  }

  /** Returns the lead's purchases, oldest first; only those of one buyer if `buyerId` is given. */
  async listByLead(leadId: string, buyerId: string | null): Promise<PurchaseEntity[]> {
    return this.dataSource.manager.find(PurchaseEntity, {
      where: { leadId, ...(buyerId === null ? {} : { userId: buyerId }) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Filters the next payments of the list. A full page is complete; a shorter one may have missed matches. */
  private scanInOrder(page: PageRequest, match: PaymentMatch): Promise<PaymentRow[]> {
    const { where, orderBy, values } = toClauses(page);
    const maxScanned = page.limit * SCANNED_ROWS_PER_RESULT;
    const [scanned, users, leads, prefix] = [
      maxScanned,
      match.userIds,
      match.leadIds,
      match.intentPrefix,
    ].map((value) => `$${values.push(value)}`);
    return this.read(
      `SELECT ${COLUMNS} FROM (SELECT * FROM purchases ${where} ORDER BY ${orderBy} LIMIT ${scanned}) p`,
      {
        where: `WHERE user_id = ANY(${users}::uuid[]) OR lead_id = ANY(${leads}::uuid[])
                   OR starts_with(stripe_payment_intent_id, ${prefix})`,
        orderBy,
        values,
      },
    );
  }

  /** Reads one page of matches from each index and returns the first page of their union. */
  private searchIndexes(page: PageRequest, match: PaymentMatch): Promise<PaymentRow[]> {
    const { where, orderBy, values } = toClauses(page);
    const [users, leads] = [match.userIds, match.leadIds].map((value) => `$${values.push(value)}`);
    const firstPage = `ORDER BY ${orderBy} LIMIT $1`;
    const matches = (condition: string): string =>
      `SELECT purchased_at, id FROM purchases ${where} AND ${condition}`;
    // OFFSET 0 keeps the planner from scanning the whole list in order instead of using the index.
    const pageOf = (condition: string): string =>
      `(SELECT * FROM (${matches(condition)} OFFSET 0) f ${firstPage})`;
    const matchingIds = canStartPaymentId(match.intentPrefix)
      ? `UNION ${pageOf(`stripe_payment_intent_id LIKE $${values.push(toPrefixPattern(match.intentPrefix))}`)}`
      : '';
    return this.read(
      `SELECT ${COLUMNS} FROM purchases p JOIN (
         SELECT id AS found FROM (
           SELECT f.* FROM unnest(${users}::uuid[]) AS wanted(buyer),
                  LATERAL (${matches('user_id = wanted.buyer')} ${firstPage}) f
           UNION ${pageOf(`lead_id = ANY(${leads}::uuid[])`)}
           ${matchingIds}
         ) f ${firstPage}) f ON f.found = p.id`,
      { where: '', orderBy, values },
    );
  }

  private async read(select: string, { where, orderBy, values }: Clauses): Promise<PaymentRow[]> {
    return this.dataSource.query(`${select} ${where} ORDER BY ${orderBy} LIMIT $1`, values);
  }
}

function toClauses({ limit, order, after }: PageRequest): Clauses {
  const values: unknown[] = [limit];
  const { condition, orderBy } = keysetClauses({ at: 'purchased_at', id: 'id' }, order, after, values);
  return { values, where: `WHERE purchased_at IS NOT NULL AND ${condition}`, orderBy };
}
