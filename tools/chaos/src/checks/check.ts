import { type Finding, verify, type VerifyTarget } from '@desk/tool-verify';
import type { AgentWorkload } from '../actors/agent-workload.js';
import type { FunnelWorkload } from '../actors/funnel-workload.js';
import type { SandboxControl, Intent, Webhook } from '../faults/sandbox-control.js';
import type { Database } from '../run/database.js';
import { type BrowserNotification, compareNotifications, digestOf } from './browser-notifications.js';
import { type ChannelDelivery, compareChannelMessages } from './channel-messages.js';
import type { ConfirmedChanges } from './confirmed-changes.js';
import { NOTHING_STUCK } from './drain.js';
import { compareEmails, type Sale } from './lead-emails.js';
import { type Reconciliation, withoutPayments } from './reconciliation.js';
import {
  type Buyer,
  compareSignUps,
  SELECT_BUYERS,
  SELECT_SIGN_UPS,
  SELECT_UNKNOWN_USERS,
  type SignUp,
} from './sign-ups.js';

export interface Violation {
  /** Name of the broken invariant. */
  readonly invariant: string;
  readonly row: object;
}

/** What the checks compare: the system's own records and what was observed from outside. */
export interface Evidence {
  readonly target: Omit<VerifyTarget, 'acknowledged'>;
  readonly database: Database;
  readonly sandbox: SandboxControl;
  readonly funnel: FunnelWorkload;
  readonly agents: AgentWorkload;
  readonly confirmedChanges: ConfirmedChanges;
  readonly reconciliation: Reconciliation;
}

/** The invariants that need an outside observer. `npm run verify` checks the others. */
export const observedInvariants = [
  'funnel-requests-succeed',
  'agent-requests-succeed',
  'confirmed-changes-hold',
  'sign-ups-complete',
  'acknowledged-leads-sold',
  'lead-emails-match',
  'channel-messages-match',
  'one-intent-per-offer',
  'erased-cards-detached',
  'browser-notifications-match',
  'webhooks-stored',
  'card-provider-reconciled',
  'no-lead-for-nothing',
  'recovered-accounts-closed',
] as const;
type ObservedInvariant = (typeof observedInvariants)[number];

/**
 * Checks every invariant except `nothing-stuck`. Call it once the system has drained: that has already waited until
 * nothing was stuck, and what arrives later, such as a carrier's report of a text message, is only in progress.
 */
export async function check(evidence: Evidence): Promise<Violation[]> {
  const { target, database, sandbox, funnel, agents, confirmedChanges, reconciliation } = evidence;
  const findings = await verify({ ...target, acknowledged: funnel.acknowledged });
  const customers = await sandbox.customers();
  const observed: Readonly<Record<ObservedInvariant, readonly object[]>> = {
    'funnel-requests-succeed': funnel.faults,
    'agent-requests-succeed': agents.faults,
    'confirmed-changes-hold': await confirmedChanges.findViolations(database),
    'sign-ups-complete': compareSignUps(
      await database.rows<SignUp>(SELECT_SIGN_UPS, [agents.signedUpEmails]),
      await database.rows(SELECT_UNKNOWN_USERS, [agents.emails]),
      customers,
      await database.rows<Buyer>(SELECT_BUYERS),
    ),
    'acknowledged-leads-sold': await database.rows(SELECT_UNSOLD, [funnel.acknowledged]),
    'lead-emails-match': compareEmails(
      await database.rows<Sale>(SELECT_SALES, [
        [...agents.erasures.erased.keys()],
        [...agents.erasures.erased.values()],
      ]),
      await sandbox.list('mails'),
    ),
    'channel-messages-match': compareChannelMessages(
      await database.rows<ChannelDelivery>(SELECT_CHANNEL_DELIVERIES),
      await sandbox.arrived(),
    ),
    'browser-notifications-match': compareNotifications(
      await database.rows<BrowserNotification>(SELECT_NOTIFICATIONS),
      await sandbox.list('pushes'),
      (subscription) => digestOf(sandbox.pushEndpoint(subscription)),
    ),
    'one-intent-per-offer': findDuplicateIntents(await sandbox.intents()),
    'webhooks-stored': compareWebhooks(await sandbox.list('webhooks'), await readStoredEvents(database)),
    'card-provider-reconciled': withoutPayments(
      await reconciliation.run(),
      findings.flatMap(({ violations = [] }) => violations),
    ),
    'no-lead-for-nothing': await database.rows(SELECT_READ_FOR_NOTHING, [
      [...agents.freeloaders.readLeadIds],
      await agents.freeloaders.readAll(),
    ]),
    'recovered-accounts-closed': await agents.recoveries.findViolations(),
    'erased-cards-detached': customers.filter(
      ({ buyerId, cards, email }) =>
        agents.erasures.erased.has(buyerId) && (cards.length > 0 || email !== null),
    ),
  };
  return [
    ...findings.filter(({ name }) => name !== NOTHING_STUCK).flatMap(toViolations),
    ...Object.entries(observed).flatMap(([invariant, rows]) => rows.map((row) => ({ invariant, row }))),
  ];
}

/** An invariant that could not be checked counts as violated. */
const toViolations = ({ name, violations = [], error }: Finding): Violation[] =>
  (error === undefined ? violations : [{ notChecked: error }]).map((row) => ({ invariant: name, row }));

async function readStoredEvents(database: Database): Promise<Set<string>> {
  const rows = await database.rows<{ id: string }>('SELECT event_id AS id FROM billing.provider_events');
  return new Set(rows.map(({ id }) => id));
}

/**
 * Does not report leads in progress, which `nothing-stuck` covers, or leads that a buyer could take, which
 * `takeable-leads-reserved` covers.
 */
const SELECT_UNSOLD = `
  SELECT l.id AS lead, l.status FROM leads.leads l
   WHERE l.id = ANY ($1::uuid[]) AND l.status NOT IN ('sold', 'reserved')
     AND NOT (l.status = 'available' AND (SELECT is_available FROM leads.provider_status)
              AND EXISTS (SELECT 1 FROM leads.buyers b WHERE b.is_eligible AND NOT b.has_filters AND NOT b.id = ANY (l.declined_by)))
     AND NOT (l.status = 'expired' AND EXISTS (
           SELECT 1 FROM leads.lead_decisions d WHERE d.lead_id = l.id AND d.kind = 'withdrawn'))`;

/** $1: leads that freeloaders ever read, $2: those that they can read now. */
const SELECT_READ_FOR_NOTHING = `
  SELECT p.lead_id AS lead, 'read, then refunded as undeliverable' AS fault
    FROM billing.purchases p JOIN billing.refunds r ON r.purchase_id = p.id
   WHERE p.lead_id = ANY ($1::uuid[]) AND r.reason = 'undeliverable' AND r.status <> 'failed'
  UNION ALL
  SELECT p.lead_id, 'refunded, and still readable' FROM billing.purchases p
   WHERE p.lead_id = ANY ($2::uuid[]) AND p.status = 'refunded'`;

/** Each agent's webhook has a path of its own, which is stored encrypted. */
const SELECT_CHANNEL_DELIVERIES = `
  SELECT id, lead_id AS lead, kind, status,
         CASE kind WHEN 'webhook' THEN '/hooks/' || buyer_id ELSE address END AS address
    FROM notifications.deliveries WHERE kind IN ('webhook', 'sms', 'slack')`;

const SELECT_NOTIFICATIONS = `
  SELECT m.lead_id AS lead, m.content ->> 'subject' = 'reminder-due' AS "isReminder", m.status, s.endpoint_digest AS "endpointDigest",
         NOT EXISTS (SELECT 1 FROM leads.lead_offers o
                      WHERE o.lead_id = m.lead_id AND o.buyer_id = s.user_id AND o.status = 'charged') AS "isUnsold"
    FROM notifications.push_messages m JOIN notifications.push_subscriptions s ON s.id = m.subscription_id`;

/** $1 and $2: ids and former addresses of erased agents. */
const SELECT_SALES = `
  SELECT l.id AS lead, COALESCE(e.email, u.email) AS "buyerEmail",
         ARRAY(SELECT d.message_id FROM notifications.deliveries d
                WHERE d.lead_id = l.id AND d.status = 'sent' AND d.kind = 'email') AS "messageIds",
         EXISTS (SELECT 1 FROM notifications.undeliverable_leads u WHERE u.lead_id = l.id)
           OR EXISTS (SELECT 1 FROM billing.purchases p WHERE p.lead_id = l.id AND p.status = 'refunded') AS "isUndeliverable"
    FROM leads.leads l
    JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    JOIN accounts.users u ON u.id = o.buyer_id
    LEFT JOIN unnest($1::uuid[], $2::text[]) AS e(id, email) ON e.id = u.id
   WHERE l.status = 'sold'`;

/** Returns offers with more than one intent that has moved money or still could. */
export function findDuplicateIntents(intents: readonly Intent[]): object[] {
  const live = intents.filter(({ status, metadata }) => status !== 'canceled' && metadata.offer_id);
  return [...Map.groupBy(live, ({ metadata }) => metadata.offer_id)]
    .filter(([, offerIntents]) => offerIntents.length > 1)
    .map(([offer, offerIntents]) => ({
      offer,
      intents: offerIntents.map(({ id, status }) => `${id} ${status}`),
    }));
}

/** Returns the events that the system did not acknowledge, and those that it acknowledged and did not store. */
export function compareWebhooks(webhooks: readonly Webhook[], storedIds: ReadonlySet<string>): object[] {
  return webhooks.flatMap(({ eventId, state, attempts }) => {
    if (state === 'pending' || state === 'failed')
      return [{ event: eventId, fault: `not acknowledged after ${attempts} attempts` }];
    if (state === 'delivered' && !storedIds.has(eventId))
      return [{ event: eventId, fault: 'acknowledged, but not stored' }];
    return [];
  });
}
