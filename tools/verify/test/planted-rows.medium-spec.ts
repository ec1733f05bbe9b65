import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { invariants } from '../src/invariants.js';
import { decisionRows, rerouted } from './decision-rows.js';
import {
  decidedReports,
  disputedLead,
  erasedReportRow,
  moneyBackRows,
  moneyGivenBack,
} from './money-back-rows.js';
import { PlantedDatabase } from './planted-database.js';
import { plantedFilterRows } from './planted-filter-rows.js';
import {
  buyer,
  lead,
  offer,
  insertOffer,
  insertPurchase,
  withoutReceipts,
  exclude,
  providerAway,
  open,
  soldLead,
  refundedLead,
  account,
  erasedAccount,
} from './sale-rows.js';
import { announcedReminder, announcedWeeks, listedRows } from './listed-rows.js';
import { type Planted, receiptRows } from './receipt-rows.js';
import { heldEmail, unfinishedRows, waitingRows } from './unfinished-rows.js';

/** Plants rows that violate one invariant, and expects it, and no other one, to find them. */
let database: PlantedDatabase;

beforeAll(async () => {
  database = await PlantedDatabase.create();
});
afterAll(() => database.drop());
beforeEach(() => database.begin());
afterEach(() => database.rollBack());

async function findViolated(acceptsWaiting = false): Promise<string[]> {
  const violated: string[] = [];
  for (const { name, sql, sqlAcceptingWaiting = sql, needsAcknowledged } of invariants) {
    const chosen = acceptsWaiting ? sqlAcceptingWaiting : sql;
    const { rows } = await database.client.query(chosen, needsAcknowledged === true ? [[lead]] : []);
    if (rows.length > 0) violated.push(name);
  }
  return violated.toSorted();
}

it('finds nothing before rows are planted', async () => {
  await expect(findViolated()).resolves.toEqual([]);
});

const plantedRows: readonly Planted[] = [
  // Nothing deletes leads, so nothing subtracts them from the counts.
  ['acknowledged-leads-stored', 'a lead that is not stored', ['DELETE FROM leads.leads'], ['leads-counted']],
  [
    'one-lead-per-person',
    'a lead with the email of another one',
    ["UPDATE leads.lead_fingerprints SET lead_id = gen_random_uuid() WHERE kind = 'email'"],
  ],
  [
    'held-posts-end-once',
    'a lead that is newer than the held post it was made of',
    [
      `INSERT INTO leads.held_posts (id, funnel_id, received_at, reason, refusal, digest, status, lead_id, closed_at)
       SELECT gen_random_uuid(), funnel_id, created_at - interval '1 minute', 'invalid', '', '', 'accepted', id, now()
         FROM leads.leads`,
    ],
  ],
  [
    'held-posts-end-once',
    'a lead that was fetched and is held nowhere',
    [
      `INSERT INTO leads.lead_fetches (id, funnel_id, external_id, status)
       SELECT gen_random_uuid(), id, '1', 'fetched' FROM leads.funnels`,
    ],
  ],
  [
    'sold-once',
    'two payments for one lead',
    // Without the indexes that prevent it.
    ['DROP INDEX billing.purchases_one_for_a_lead', ...soldLead, insertPurchase(randomUUID(), 'pi_2')],
    // A second purchase of a lead is either unfinished or without a sale.
    ['paid-leads-sold'],
  ],
  [
    'daily-limit-holds',
    'a slot above the limit in force',
    [...soldLead, 'UPDATE leads.lead_offers SET limit_in_force = 0'],
  ],
  [
    'daily-limit-holds',
    'more offers than the limit at their time allowed',
    [...soldLead, 'UPDATE leads.buyer_changes SET daily_lead_limit = 0'],
  ],
  [
    'pause-holds',
    'an offer after a pause',
    [...soldLead, 'UPDATE leads.buyer_changes SET service_enabled = false'],
  ],
  ['settings-agree', 'an old copy', [...account, 'UPDATE accounts.users SET daily_lead_limit = 24']],
  [
    'settings-agree',
    'an account that lead-router does not know as disabled',
    [...account, 'UPDATE accounts.users SET disabled_at = now(), published_disabled = true'],
  ],
  [
    'undelivered-allowance-holds',
    'an offer to a buyer with too many undelivered leads',
    [...soldLead, 'UPDATE leads.lead_offers SET undelivered_leads = 1, undelivered_allowance = 1'],
  ],
  [
    'undelivered-allowance-holds',
    'an undelivered lead that is not counted',
    [...soldLead, 'UPDATE leads.sold_leads SET deferred_at = now()'],
  ],
  [
    'undelivered-allowance-holds',
    'a counted lead that was seen',
    [
      ...soldLead,
      'UPDATE leads.sold_leads SET deferred_at = now(), seen_at = now()',
      'UPDATE leads.buyers SET undelivered_leads = 1',
    ],
  ],
  ['slots-match', 'a slot that no offer holds', ['UPDATE leads.buyers SET slots_used = 1']],
  ['only-declines-exclude', 'an exclusion without an offer', [exclude]],
  ['only-declines-exclude', 'an exclusion after a release', [insertOffer(offer, 'released', 5), exclude]],
  ['only-declines-exclude', 'a decline that does not exclude', [insertOffer(offer, 'declined', 5)]],
  [
    'only-declines-exclude',
    'an offer after a decline',
    [insertOffer(offer, 'declined', 5), exclude, insertOffer(randomUUID(), 'released', 1)],
  ],
  ['takeable-leads-reserved', 'a waiting lead and an eligible buyer', [open]],
  ...decisionRows,
  ...plantedFilterRows,
  ['provider-status-agrees', 'a status that was not announced', [providerAway('billing')]],
  [
    'paid-leads-sold',
    'a sale without a payment',
    [...soldLead, ...withoutReceipts, 'DELETE FROM billing.purchases'],
    // Nothing deletes purchases, so nothing subtracts them from the counts.
    ['balance-counted'],
  ],
  ['paid-leads-sold', 'a payment without a sale', [insertPurchase(offer, 'pi_1')]],
  [
    'payment-totals-match',
    'a total of nothing',
    [
      `INSERT INTO billing.payment_totals_by_user (user_id, payments, succeeded_amount) VALUES ('${buyer}', 1, 80)`,
    ],
  ],
  ...receiptRows,
  ...moneyBackRows,
  erasedReportRow,
  ...listedRows,
  [
    'feed-gapless',
    'a gap',
    [
      `INSERT INTO leads.feed_heads (buyer_id, head, at) VALUES ('${buyer}', 3, now())`,
      `INSERT INTO leads.buyer_feed (buyer_id, seq, kind, at)
       SELECT '${buyer}', seq, 'lead-sold', now() FROM unnest(ARRAY[1, 3]) AS e(seq)`,
    ],
  ],
  [
    'feed-gapless',
    'a feed whose events are all gone',
    [`INSERT INTO leads.feed_heads (buyer_id, head, at) VALUES ('${buyer}', 3, now())`],
  ],
  ['leads-searchable', 'a lead that is not indexed', ['DELETE FROM leads.lead_search']],
  [
    'sold-leads-delivered',
    'a sold lead whose delivery failed',
    [...soldLead, "UPDATE notifications.deliveries SET status = 'failed', sent_at = NULL, failed_at = now()"],
  ],
  [
    'sold-leads-delivered',
    'an undeliverable lead that was not refunded, though a text message was confirmed later',
    [
      ...soldLead,
      `INSERT INTO notifications.undeliverable_leads (offer_id, lead_id, buyer_id)
       VALUES ('${offer}', '${lead}', '${buyer}')`,
    ],
  ],
  [
    'sold-leads-delivered',
    'a lead that was delivered to somebody else',
    [...soldLead, 'UPDATE notifications.deliveries SET buyer_id = gen_random_uuid()'],
  ],
  [
    'personal-data-to-owners',
    'an email to an address that was not confirmed in time',
    [
      ...soldLead,
      `UPDATE notifications.deliveries
          SET contact = '{"at": "2026-01-02T00:00:00Z", "confirmBy": "2026-01-01T00:00:00Z"}'`,
    ],
  ],
  [
    'personal-data-to-owners',
    'an email to an address that had bounced',
    [
      ...soldLead,
      `UPDATE notifications.deliveries
          SET contact = '{"at": "2026-01-03T00:00:00Z", "confirmedAt": "2026-01-01T00:00:00Z",
                          "bouncedAt": "2026-01-02T00:00:00Z"}'`,
    ],
  ],
  [
    'opted-out-numbers-off',
    'a channel whose number opted out',
    [
      `INSERT INTO notifications.channels (id, buyer_id, kind, address, first_name, verified_at, confirm_by)
       VALUES (gen_random_uuid(), '${buyer}', 'sms', '+12125550100', 'Person', now(), now())`,
      "INSERT INTO notifications.phone_opt_outs (id, phone) VALUES (gen_random_uuid(), '+12125550100')",
    ],
  ],
  [
    'email-ownership-agrees',
    'a confirmation that the notifier does not know',
    [...account, 'UPDATE accounts.users SET email_confirmed_at = now()'],
  ],
  [
    'erased-agents-forgotten',
    'the phone number in a consent of an erased agent',
    [
      ...erasedAccount,
      `INSERT INTO notifications.phone_consents (id, user_id, phone, wording, network, agreed_at)
       SELECT gen_random_uuid(), id, '+12125550100', 'I agree', 'Removed', now() FROM accounts.users`,
    ],
  ],
  [
    'erased-agents-forgotten',
    'a session of an erased agent',
    [
      ...erasedAccount,
      `INSERT INTO accounts.sessions (sid, sess, expire)
       VALUES (gen_random_uuid(), '{"userId": "${buyer}"}', now())`,
    ],
  ],
  [
    'erased-agents-forgotten',
    'an address that stayed in the log of deliveries',
    [...erasedAccount, ...soldLead.filter((sql) => !sql.includes('UPDATE leads.buyers'))],
  ],
  [
    'erased-agents-forgotten',
    'a browser of an erased agent',
    [
      ...erasedAccount,
      `INSERT INTO notifications.push_subscriptions (id, user_id, endpoint_digest, name, settings)
       VALUES (gen_random_uuid(), '${buyer}', 'd', 'Chrome', 'enc')`,
    ],
  ],
  ...unfinishedRows,
];

it.each(plantedRows)('%s finds %s', async (invariant, _rows, planted, alsoViolated = []) => {
  await database.plant(planted);
  expect(await findViolated()).toEqual([invariant, ...alsoViolated].toSorted());
  // None of these waits for an attempt that is still to come.
  expect(await findViolated(true)).toEqual([invariant, ...alsoViolated].toSorted());
});

it('plants rows for every invariant', () => {
  const planted = new Set(plantedRows.map(([invariant]) => invariant));
  expect(invariants.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
});

it.each<[rows: string, planted: readonly string[]]>([
  ['a lead that was sold, paid and delivered', soldLead],
  ['a lead that was refunded', refundedLead],
  ['a reminder that was published', announcedReminder],
  ['weeks that were summarized', announcedWeeks],
  ['a refund after a problem was reported', decidedReports],
  ['a dispute that nobody has looked at', disputedLead],
  ...moneyGivenBack.map(([rows, planted]): [string, readonly string[]] => [rows, planted]),
  ['an account whose copies agree', account],
  ['an erased account', erasedAccount],
  ['a lead that an admin offered to a buyer who chose other types, assets and ages', rerouted],
  [
    'a person who came again after the duplicate window of a funnel',
    [
      "UPDATE leads.leads SET created_at = now() - interval '25 hours'",
      "UPDATE leads.market_changes SET received_at = now() - interval '25 hours'",
      'UPDATE leads.lead_fingerprints SET lead_id = gen_random_uuid()',
    ],
  ],
  ['a release and another offer', [insertOffer(offer, 'released', 5)]],
  ['leads that wait for the card provider', [open, providerAway('billing'), providerAway('leads')]],
  ['an email that waits for the end of the quiet hours', heldEmail],
  ['a decline that excludes an eligible buyer', [insertOffer(offer, 'declined', 5), exclude, open]],
  [
    'a feed whose events were deleted because of their age',
    [`INSERT INTO leads.feed_heads (buyer_id, head, at) VALUES ('${buyer}', 3, now() - interval '8 days')`],
  ],
])('finds nothing wrong with %s', async (_rows, planted) => {
  await database.plant(planted);
  await expect(findViolated()).resolves.toEqual([]);
});

it.each(waitingRows)('accepts %s only where work may wait', async (_rows, planted, violated) => {
  await database.plant(planted);
  await expect(findViolated()).resolves.toEqual(violated);
  await expect(findViolated(true)).resolves.toEqual([]);
});
