import type { Database } from '../run/database.js';

/** From an answer on until the next change was asked for, no unit above this one may be taken. */
interface Confirmed {
  readonly buyerId: string;
  readonly what: 'pause' | 'limit';
  readonly atMost: number;
  readonly from: number;
  until: number | undefined;
}

/** What buyers were told, as they saw it, apart from what the services wrote down about it. */
export class Promises {
  private readonly all: Confirmed[] = [];

  confirmed(buyerId: string, what: 'pause' | 'limit', atMost: number): void {
    // One millisecond more, since the clock's fraction is lost.
    this.all.push({ buyerId, what, atMost, from: Date.now() + 1, until: undefined });
  }

  /** To be called before the next change is asked for. */
  released(buyerId: string, what: 'pause' | 'limit'): void {
    for (const one of this.all) if (one.buyerId === buyerId && one.what === what) one.until ??= Date.now();
  }

  /** Offers that were made against an answer. */
  async broken(database: Database): Promise<object[]> {
    const windows = this.all.map(({ from, until, ...rest }) => ({
      ...rest,
      from: new Date(from).toISOString(),
      until: new Date(until ?? Date.now()).toISOString(),
    }));
    return database.rows(
      `SELECT o.id AS offer, o.lead_id AS lead, o.buyer_id AS buyer, o.reserved_at, o.unit_number AS unit,
              w.what, w."atMost", w."from" AS confirmed_at
         FROM jsonb_to_recordset($1::jsonb)
              AS w("buyerId" uuid, what text, "atMost" int, "from" timestamptz, until timestamptz)
         JOIN leads.lead_offers o ON o.buyer_id = w."buyerId"
          AND o.reserved_at > w."from" AND o.reserved_at < w.until AND o.unit_number > w."atMost"`,
      [JSON.stringify(windows)],
    );
  }
}
