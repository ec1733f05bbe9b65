import { LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Planted } from './receipt-rows.js';
import { buyer, soldLead } from './sale-rows.js';

/** Filters that match every lead, set before the sale. */
export const insertFilters = `
  INSERT INTO leads.buyer_filter_changes (buyer_id, at, time_zone, states, lead_types, asset_bands, age_ranges)
  VALUES ('${buyer}', now() - interval '1 hour', 'UTC', '{}', '{}', '{}', '{}')`;

const restrictions = [
  ['a lead of another state', 'states', "'{TX}'"],
  ['a lead of another type', 'lead_types', "'{Fixed}'"],
  ['a lead of other assets', 'asset_bands', "'{$100K-$250K}'"],
  ['a lead of another age', 'age_ranges', "'{76+}'"],
  ['a lead outside the hours', 'weekly_hours', "'{}'"],
  ['a lead over the weekly budget', 'weekly_budget_cents', String(LEAD_PRICE_CENTS - 1)],
  ['a lead over the monthly budget', 'monthly_budget_cents', String(LEAD_PRICE_CENTS - 1)],
] as const;

/** Rows that violate the invariants of filters. */
export const plantedFilterRows: readonly Planted[] = [
  ...restrictions.map(([rows, column, value]): Planted => [
    'sold-within-filters',
    rows,
    [...soldLead, insertFilters, `UPDATE leads.buyer_filter_changes SET ${column} = ${value}`],
  ]),
  [
    'filtered-buyers-listed',
    'a buyer who is not eligible',
    [
      `INSERT INTO leads.filter_classes VALUES ('TX', 1)`,
      `INSERT INTO leads.filtered_buyers VALUES ('TX', 1, now(), '${buyer}')`,
    ],
  ],
  [
    'filtered-buyers-listed',
    'an eligible buyer who is not listed',
    [
      `UPDATE leads.leads SET status = 'expired'`,
      `UPDATE leads.buyers SET filter_states = '{TX}', card_usable = true`,
      'DELETE FROM leads.filtered_buyers',
    ],
  ],
];
