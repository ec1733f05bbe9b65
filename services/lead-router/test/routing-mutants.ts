import { TODAY } from '../src/buyers/eligibility.sql.js';
import { IS_WITHIN_HOURS } from '../src/buyers/weekly-hours.sql.js';
import { MATCHES_LEAD } from '../src/routing/reserve.sql.js';
import type { Mutate } from './routing-run.js';

const replaceAll =
  (text: string | RegExp, by: string): Mutate =>
  (sql) =>
    sql.replaceAll(text, by);

/** Leaves one value of the lead out of the mask that is compared with the buyer's. */
const ignoreMasked = (column: string): Mutate =>
  replaceAll(
    new RegExp(String.raw`\(1 << \(array_position\(ARRAY\[[^\]]*\], l\.${column}\) - 1 \+ \d+\)\)`, 'g'),
    '0',
  );

const ignoreStates: Mutate = (sql) =>
  sql
    .replaceAll("c.state IN (lead.state, '*')", 'true')
    .replaceAll("(b.filter_states = '{}' OR (SELECT state FROM lead) = ANY (b.filter_states))", 'true');

/** One bug for each rule of choosing a buyer, built into the service's statements. */
export const routingMutants: readonly (readonly [bug: string, mutate: Mutate])[] = [
  ['ignores the order of waiting', replaceAll('ORDER BY c.waiting_since, c.id', 'ORDER BY c.id')],
  [
    'ignores all filters',
    (sql) =>
      sql.replaceAll('c.profile_mask & lead.mask = lead.mask', 'true').replaceAll(MATCHES_LEAD, 'true'),
  ],
  ['ignores states', ignoreStates],
  ['ignores lead types', ignoreMasked('lead_type')],
  ['ignores asset bands', ignoreMasked('estimated_assets')],
  ['ignores ages', ignoreMasked('age_range')],
  ['ignores weekly hours', replaceAll(IS_WITHIN_HOURS, 'true')],
  [
    'compares weekly hours in another time zone',
    replaceAll('AT TIME ZONE b.time_zone AS clock', "AT TIME ZONE 'America/Chicago' AS clock"),
  ],
  ['ignores the weekly budget', replaceAll('b.weekly_budget_cents IS NULL', 'true')],
  ['ignores the monthly budget', replaceAll('b.monthly_budget_cents IS NULL', 'true')],
  ['ignores the daily limit', replaceAll('< b.daily_lead_limit', '< b.daily_lead_limit + 1')],
  [
    'counts the slots of earlier days',
    replaceAll(`CASE WHEN b.units_day = ${TODAY} THEN b.units_used ELSE 0 END`, 'b.units_used'),
  ],
  ['forgets buyers whose day or hours begin', replaceAll('due.reopens_at <= clock.now', 'false')],
  ['ignores pauses', replaceAll('b.service_enabled', 'true')],
  ['ignores disabled accounts', replaceAll('b.account_disabled', 'false')],
  ['ignores that an account is under review', replaceAll('b.under_review', 'false')],
  ['ignores failing cards', replaceAll('b.card_usable', 'true')],
  ['ignores that a card must not be charged for a while', replaceAll('b.held_until <= clock.now', 'true')],
  [
    'ignores declines',
    replaceAll(
      /<> ALL \(+[^)]*declined_by[^)]*\)(::uuid\[\]\))?/g,
      "<> '00000000-0000-0000-0000-000000000000'",
    ),
  ],
];
