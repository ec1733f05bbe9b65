import type { listPurchases, RequestOf, ResponseOf } from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mayBeginId, startsWith } from './payment-ids.js';

type Asked = RequestOf<typeof listPurchases>;
export type Match = NonNullable<Asked['match']>;
export type PaymentRow = Omit<ResponseOf<typeof listPurchases>['purchases'][number], 'purchasedAt'> & {
  readonly purchasedAt: Date;
};

interface Page {
  readonly limit: number;
  readonly order: NonNullable<Asked['order']>;
  /** The last one seen, in this order. */
  readonly after: Asked['before'];
  readonly match: Match | undefined;
}

/** The parts of a statement, and the values that they name; $1 is the limit. */
interface Clauses {
  readonly where: string;
  readonly order: string;
  readonly values: unknown[];
}

const COLUMNS = `p.id, p.offer_id AS "offerId", p.user_id AS "userId", p.lead_id AS "leadId", p.amount, p.status,
                 p.stripe_payment_intent_id AS "stripePaymentIntentId", p.purchased_at AS "purchasedAt"`;
/** The beginning of an id that fits one payment in so many or more is found by walking the list itself. */
const WALKED_FOR_EACH = 20;

@Injectable()
export class PaymentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Paid ones, in the order asked for. */
  async page({ match, ...page }: Page): Promise<PaymentRow[]> {
    if (!match) return this.read(`SELECT ${COLUMNS} FROM purchases p`, clausesOf(page));
    if (!mayBeginId(match.intentPrefix)) return this.everywhere(page, match);
    const near = await this.nearby(page, match);
    return near.length === page.limit ? near : this.everywhere(page, match);
  }

  /** Those that fit among the next in the list. A page of them is the page; fewer say nothing. */
  private nearby(
    page: Omit<Page, 'match'>,
    { userIds, leadIds, intentPrefix }: Match,
  ): Promise<PaymentRow[]> {
    const { where, order, values } = clausesOf(page);
    const [walked, users, leads, prefix] = [
      page.limit * WALKED_FOR_EACH,
      ...[userIds, leadIds, intentPrefix],
    ].map((value) => `$${values.push(value)}`);
    return this.read(
      `SELECT ${COLUMNS} FROM (SELECT * FROM purchases ${where} ORDER BY ${order} LIMIT ${walked}) p`,
      {
        where: `WHERE user_id = ANY(${users}::uuid[]) OR lead_id = ANY(${leads}::uuid[])
                   OR starts_with(stripe_payment_intent_id, ${prefix})`,
        ...{ order, values },
      },
    );
  }

  /** From each index as many as fit on the page, and of these the first. */
  private everywhere(
    page: Omit<Page, 'match'>,
    { userIds, leadIds, intentPrefix }: Match,
  ): Promise<PaymentRow[]> {
    const { where, order, values } = clausesOf(page);
    const [users, leads] = [userIds, leadIds].map((value) => `$${values.push(value)}`);
    const first = `ORDER BY ${order} LIMIT $1`;
    const fitting = (fits: string): string => `SELECT purchased_at, id FROM purchases ${where} AND ${fits}`;
    // OFFSET 0 keeps the planner from walking the whole list in its order, where it should ask the index.
    const asked = (fits: string): string => `(SELECT * FROM (${fitting(fits)} OFFSET 0) f ${first})`;
    const ids = mayBeginId(intentPrefix)
      ? `UNION ${asked(`stripe_payment_intent_id LIKE $${values.push(startsWith(intentPrefix))}`)}`
      : '';
    return this.read(
      `SELECT ${COLUMNS} FROM purchases p JOIN (
         SELECT id AS found FROM (
           SELECT f.* FROM unnest(${users}::uuid[]) AS asked(buyer), LATERAL (${fitting('user_id = asked.buyer')} ${first}) f
           UNION ${asked(`lead_id = ANY(${leads}::uuid[])`)}
           ${ids}
         ) f ${first}) f ON f.found = p.id`,
      { where: '', order, values },
    );
  }

  private async read(select: string, { where, order, values }: Clauses): Promise<PaymentRow[]> {
    return this.dataSource.query(`${select} ${where} ORDER BY ${order} LIMIT $1`, values);
  }
}

function clausesOf({ limit, order, after }: Omit<Page, 'match'>): Clauses {
  const values: unknown[] = [limit];
  const [direction, beyond] = order === 'newest' ? ['DESC', '<'] : ['ASC', '>'];
  let where = 'WHERE purchased_at IS NOT NULL';
  if (after)
    where += ` AND (purchased_at, id) ${beyond} ($${values.push(after.purchasedAt)}::timestamptz, $${values.push(after.id)}::uuid)`;
  return { values, where, order: `purchased_at ${direction}, id ${direction}` };
}
