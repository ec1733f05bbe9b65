import type { Database } from '../run/database.js';

type Setting = 'pause' | 'limit';

/** From the confirmation until the next change is requested, no daily slot above `maxSlot` may be claimed. */
interface ConfirmedChange {
  readonly buyerId: string;
  readonly setting: Setting;
  readonly maxSlot: number;
  readonly fromMs: number;
  untilMs: number | undefined;
}

/**
 * Records the changes that the API confirmed to buyers, as seen from outside. The services' own records of the same
 * changes are not trusted here.
 */
export class ConfirmedChanges {
  private readonly changes: ConfirmedChange[] = [];

  confirm(buyerId: string, setting: Setting, maxSlot: number): void {
    // One millisecond later, because the clock truncates.
    this.changes.push({ buyerId, setting, maxSlot, fromMs: Date.now() + 1, untilMs: undefined });
  }

  /** Call before requesting the next change. */
  release(buyerId: string, setting: Setting): void {
    for (const change of this.changes)
      if (change.buyerId === buyerId && change.setting === setting) change.untilMs ??= Date.now();
  }

  /** Returns the offers that were made despite a confirmed change. */
  async findViolations(database: Database): Promise<object[]> {
    const windows = this.changes.map(({ fromMs, untilMs, ...change }) => ({
      ...change,
      from: new Date(fromMs).toISOString(),
      until: new Date(untilMs ?? Date.now()).toISOString(),
    }));
    return database.rows(
      `SELECT o.id AS offer, o.lead_id AS lead, o.buyer_id AS buyer, o.reserved_at, o.slot_number AS slot,
              w.setting, w."maxSlot", w."from" AS confirmed_at
         FROM jsonb_to_recordset($1::jsonb)
              AS w("buyerId" uuid, setting text, "maxSlot" int, "from" timestamptz, until timestamptz)
         JOIN leads.lead_offers o ON o.buyer_id = w."buyerId"
          AND o.reserved_at > w."from" AND o.reserved_at < w.until AND o.slot_number > w."maxSlot"`,
      [JSON.stringify(windows)],
    );
  }
}
