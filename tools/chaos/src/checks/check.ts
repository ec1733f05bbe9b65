import { verify, type VerifyTarget } from '@desk/tool-verify';
import type { SandboxControl } from '../faults/sandbox-control.js';
import type { Crew } from '../people/crew.js';
import type { Funnel } from '../people/funnel.js';
import type { Database } from '../run/database.js';
import { compareMails, type Sale } from './deliveries.js';
import { doubledIntents } from './intents.js';
import type { Promises } from './promises.js';
import { compareSignUps, SIGN_UPS, type SignUp, STRANGERS } from './sign-ups.js';

export interface Violation {
  readonly promise: string;
  readonly row: object;
}

export interface Witnesses {
  readonly target: Omit<VerifyTarget, 'acknowledged'>;
  readonly database: Database;
  readonly sandbox: SandboxControl;
  readonly funnel: Funnel;
  readonly crew: Crew;
  readonly promises: Promises;
}

const named =
  (promise: string) =>
  (row: object): Violation => ({ promise, row });

/** Everything that must hold once all has settled. */
export async function check(witnesses: Witnesses): Promise<Violation[]> {
  const { target, database, sandbox, funnel, crew, promises } = witnesses;
  const findings = await verify({ ...target, acknowledged: funnel.acknowledged });
  return [
    ...findings.flatMap(({ name, violations = [] }) => violations.map(named(name))),
    ...funnel.faults.map(named('funnel-is-served')),
    ...crew.faults.map(named('agent-is-served')),
    ...(await promises.broken(database)).map(named('answer-holds')),
    ...(await database.rows(STANDING)).map(named('standing-agrees')),
    ...compareSignUps(
      await database.rows<SignUp>(SIGN_UPS, [crew.newcomers]),
      await database.rows(STRANGERS, [crew.everybody]),
      await sandbox.customers(),
    ).map(named('sign-up-is-whole')),
    ...(await database.rows(UNSOLD, [funnel.acknowledged])).map(named('acknowledged-is-sold')),
    ...compareMails(await database.rows<Sale>(SALES), await sandbox.mails()).map(named('mail-arrived')),
    ...doubledIntents(await sandbox.intents()).map(named('one-intent-an-offer')),
  ];
}

const STANDING = `
  SELECT u.id AS buyer, u.service_enabled, b.service_enabled AS routed, u.daily_lead_limit,
         b.daily_lead_limit AS routed_limit
    FROM accounts.users u LEFT JOIN leads.buyers b ON b.id = u.id
   WHERE NOT u.is_admin AND (b.id IS NULL OR u.service_enabled <> b.service_enabled
         OR u.daily_lead_limit <> b.daily_lead_limit)`;

const UNSOLD = `
  SELECT id AS lead, status FROM leads.leads WHERE id = ANY ($1::uuid[]) AND status <> 'sold'`;

const SALES = `
  SELECT l.id AS lead, u.email AS "buyerEmail",
         ARRAY(SELECT d.message_id FROM notifications.deliveries d
                WHERE d.lead_id = l.id AND d.status = 'sent' AND d.kind = 'email') AS "messageIds"
    FROM leads.leads l
    JOIN leads.lead_offers o ON o.lead_id = l.id AND o.status = 'charged'
    JOIN accounts.users u ON u.id = o.buyer_id
   WHERE l.status = 'sold'`;
