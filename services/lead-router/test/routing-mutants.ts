import type { Mutate } from './statements.harness.js';

const replaceAll =
  (text: string | RegExp, by: string): Mutate =>
  (sql) =>
    sql.replaceAll(text, by);

/** Leaves one value of the lead out of the bits that are compared with the buyer's. */
const ignoreBits = (list: string): Mutate =>
  replaceAll(new RegExp(String.raw`\(1 << \(array_position\(${list}\(\), \w+\) - 1[ +\d]*\)\)`, 'g'), '0');

const ignoreStates: Mutate = (sql) =>
  sql
    .replaceAll("c.state IN (lead_state, '*')", 'true')
    .replaceAll("b.filter_states = '{}' OR lead_state = ANY (b.filter_states)", 'true');

const ignoreProfiles: Mutate = (sql) =>
  sql
    .replaceAll('c.profile_mask & lead_bits = lead_bits', 'true')
    .replaceAll('b.profile_mask & lead_bits = lead_bits', 'true');

/** One bug for each rule of choosing a buyer, built into the SQL functions. */
export const routingMutants: readonly (readonly [bug: string, mutate: Mutate])[] = [
  ['ignores the order of waiting', replaceAll('ORDER BY c.waiting_since, c.id', 'ORDER BY c.id')],
  ['ignores all filters', (sql) => ignoreStates(ignoreProfiles(sql))],
  ['ignores states', ignoreStates],
  ['ignores lead types', ignoreBits('lead_types')],
  ['ignores asset bands', ignoreBits('asset_bands')],
  ['ignores ages', ignoreBits('age_ranges')],
  ['ignores weekly hours', replaceAll('is_within_hours(b, now)', 'true')],
  [
    'compares weekly hours in another time zone',
    replaceAll('minute_of_week(at, b.time_zone)', "minute_of_week(at, 'America/Chicago')"),
  ],
  ['ignores the weekly budget', replaceAll('b.weekly_budget_cents IS NULL', 'true')],
  ['ignores the monthly budget', replaceAll('b.monthly_budget_cents IS NULL', 'true')],
  ['ignores the daily limit', replaceAll('< b.daily_lead_limit', '< b.daily_lead_limit + 1')],
  [
    'counts the slots of earlier days',
    replaceAll('CASE WHEN b.slots_day = today(b, now) THEN b.slots_used ELSE 0 END', 'b.slots_used'),
  ],
  ['forgets buyers whose day or hours begin', replaceAll('due.recheck_at <= now', 'false')],
  ['ignores pauses', replaceAll('b.service_enabled', 'true')],
  ['ignores disabled accounts', replaceAll('b.account_disabled', 'false')],
  ['ignores that an account is under review', replaceAll('b.under_review', 'false')],
  ['ignores failing cards', replaceAll('b.card_usable', 'true')],
  ['ignores that a card must not be charged for a while', replaceAll('b.held_until <= now', 'true')],
  ['ignores declines', replaceAll('<> ALL (declined_by)', "<> '00000000-0000-0000-0000-000000000000'")],
];
