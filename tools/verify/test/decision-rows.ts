import { insertFilters } from './planted-filter-rows.js';
import type { Planted } from './receipt-rows.js';
import { buyer, insertOffer, lead, offer, soldLead } from './sale-rows.js';

const withdrawn = `
  INSERT INTO leads.lead_decisions (lead_id, id, kind, reason, actor_id, decided_at)
  VALUES ('${lead}', gen_random_uuid(), 'withdrawn', '', gen_random_uuid(), now() - interval '3 minutes')`;
const expired = `UPDATE leads.leads SET status = 'expired'`;

/** A lead that an admin offered to this buyer against these filters. */
const reroutedAgainst = (columns: string, values: string): readonly string[] => [
  ...soldLead,
  insertFilters,
  `UPDATE leads.buyer_filter_changes SET (${columns}) = ROW (${values})`,
  `INSERT INTO leads.lead_decisions (lead_id, id, kind, reason, actor_id, decided_at, buyer_id, offer_id, overrode_filters)
   VALUES ('${lead}', gen_random_uuid(), 'rerouted', '', gen_random_uuid(), now(), '${buyer}', '${offer}', true)`,
];

export const rerouted = reroutedAgainst(
  'lead_types, asset_bands, age_ranges',
  "'{Fixed}', '{$100K-$250K}', '{76+}'",
);

/** Rows that violate what admins decided about waiting leads. */
export const decisionRows: readonly Planted[] = [
  ['withdrawn-leads-unsold', 'a withdrawn lead that still waits', [withdrawn]],
  [
    'withdrawn-leads-unsold',
    'an offer after the withdrawal',
    [withdrawn, expired, insertOffer(offer, 'released', 1)],
  ],
  [
    'sold-within-filters',
    'a lead of another state that an admin re-routed',
    reroutedAgainst('states', "'{TX}'"),
  ],
  [
    'sold-within-filters',
    'a re-routed lead whose filters nobody overrode',
    [...rerouted, 'UPDATE leads.lead_decisions SET overrode_filters = false'],
  ],
];
