/**
 * Counts what a buyer's offers hold. The transaction must have locked the buyer's row in an earlier statement: then no
 * offer of the buyer is being made.
 */

/** Whether the offer of the row `o` holds a daily slot, and its amount in the budgets. */
const HOLDS_SLOT = `(o.status IN ('open', 'charged') AND o.slot_returned_at IS NULL)`;

/** Slots that offers of `buyers b` hold on a date. */
export const slotsHeldOn = (date: string): string => `
  (SELECT count(*)::int FROM lead_offers o WHERE o.buyer_id = b.id AND o.unit_day = ${date} AND ${HOLDS_SLOT})`;

/** Amounts of the offers of `buyers b` that count since a date. */
export const spentSince = (date: string): string => `
  (SELECT COALESCE(sum(o.amount_cents), 0)::int FROM lead_offers o
    WHERE o.buyer_id = b.id AND o.unit_day >= ${date} AND ${HOLDS_SLOT})`;

/** The last date on which an offer of the buyer holds a slot. */
export const lastHeldDay = (buyerId: string): string => `
  (SELECT max(o.unit_day) FROM lead_offers o WHERE o.buyer_id = ${buyerId} AND ${HOLDS_SLOT})`;

/** Inserts what a buyer's filters are from a moment on. `rows` selects rows of `buyers`. */
export const recordFilterChange = (
  rows: string,
  at = 'clock_timestamp()',
  timeZone = 'time_zone',
): string => `
  INSERT INTO buyer_filter_changes (buyer_id, at, time_zone, states, lead_types, asset_bands, age_ranges,
                                    weekly_hours, weekly_budget_cents, monthly_budget_cents)
  SELECT id, ${at}, ${timeZone}, filter_states, filter_lead_types, filter_asset_bands, filter_age_ranges,
         weekly_hours, weekly_budget_cents, monthly_budget_cents ${rows}`;
