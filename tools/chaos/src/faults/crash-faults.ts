import { type Circumstance, crash, type Fault, type FaultKind } from './fault.js';
import { emailsRefused, once, twice } from './sandbox-rules.js';

/** Crash points of one work of a service, as `crashPoint` names them. */
const at = (work: string, ...moments: readonly string[]): string[] =>
  moments.map((moment) => `${work}:${moment}`);

const commit = (number: number): string[] => [`before-commit-${number}`, `after-commit-${number}`];
/** A request to the card provider, Meta, or whatever a channel sends to. */
const request = (name = 'request'): string[] => [`before-${name}`, `during-${name}`, `after-${name}`];

const chargeOffer = 'billing:billing.charge-offer';
const signUp = 'accounts:onboarding.complete';
const CONFIRM = 'POST-v1-payment_intents-*-confirm';
/** The request that moves the money has left billing. */
export const CONFIRM_IN_FLIGHT = `${chargeOffer}:during-${CONFIRM}`;
export const CONFIRM_ANSWERED = `${chargeOffer}:after-${CONFIRM}`;

/** On the path of every lead, in order. */
const ofEveryLead: readonly string[] = [
  ...at('lead-router:leads.accept', 'received', ...commit(1), 'during-commit-1', 'handled'),
  ...at('gateway:request', 'after-leads.accept', 'answered-POST-api-ingest-leads'),
  ...at(chargeOffer, 'received', 'after-commit-1', ...request('POST-v1-payment_intents'), 'after-commit-2'),
  ...at(chargeOffer, ...request(CONFIRM), 'after-commit-3', 'handled'),
  ...at('billing:document-issuing', ...commit(1)),
  ...at('lead-router:billing.offer-charged', ...commit(1), 'handled'),
  ...at('notifier:leads.lead-sold', ...commit(1), 'handled'),
  ...at('notifier:send-email', ...request(), ...commit(1)),
  ...at('lead-router:notifications.lead-delivered', ...commit(1)),
];

const inCircumstance: Readonly<Partial<Record<Circumstance, readonly string[]>>> = {
  cascade: at('lead-router:billing.offer-declined', ...commit(1)),
  // Only some agents have these channels, and `scarce` sells to one who has none.
  plain: ['sms', 'slack', 'webhook', 'push'].flatMap((channel) =>
    at(`notifier:send-${channel}`, ...request(), 'before-commit-1'),
  ),
  freeloader: at('lead-router:leads.list-sold', ...commit(1)),
  eligibility: [
    ...at('lead-router:buyers.set-filters', 'before-commit-1'),
    ...at('lead-router:buyers.set-service', ...commit(1)),
    ...at('accounts:leads.buyer-settings-changed', 'before-commit-1'),
  ],
  held: [
    ...at('gateway:request', 'after-held-posts.hold', 'after-lead-fetches.request'),
    ...at('gateway:fetched-posts', 'after-held-posts.claim-fetched', 'before-held-posts.accept'),
    ...at('lead-router:held-posts.hold', ...commit(1)),
    ...at('lead-router:held-posts.accept', ...commit(1)),
    ...at('lead-router:mappings.save', 'before-commit-1'),
    ...at('lead-router:connections.save', 'before-commit-1'),
    ...at('lead-router:lead-fetches.request', ...commit(1)),
    ...at('lead-router:lead-forms', 'before-commit-2'),
    ...at('lead-router:fetch-meta', ...request('get-lead'), ...commit(1)),
  ],
  waiting: [
    ...at('lead-router:leads.withdraw', ...commit(1)),
    ...at('lead-router:leads.reroute', ...commit(1)),
  ],
  refund: [
    ...at('billing:refunds.request', ...commit(1)),
    ...at('billing:billing.resolve-refund', ...request('POST-v1-refunds'), ...commit(1)),
    ...at('lead-router:billing.lead-refunded', 'before-commit-1'),
  ],
  'dashboard-refund': [
    ...at('billing:billing.process-provider-event', ...commit(1)),
    ...at('lead-router:billing.lead-refunded', 'after-commit-1'),
  ],
  'problem-report': [
    ...at('lead-router:problem-reports.create', 'before-commit-1'),
    ...at('lead-router:problem-reports.approve', ...commit(1)),
    ...at('billing:leads.refund-approved', 'received'),
  ],
  reminder: at('lead-router:reminders', 'before-commit-1'),
  'weekly-summary': at('lead-router:agent-weeks', 'before-commit-1'),
  'sign-up': [
    ...at('lead-router:billing.card-changed', 'before-commit-1'),
    ...at('billing:cards.create-setup', ...request('POST-v1-customers'), 'after-POST-v1-setup_intents'),
    ...at('billing:cards.verify-setup', ...request('GET-v1-setup_intents-*')),
    ...at('billing:cards.save', ...request('GET-v1-payment_methods-*'), 'after-GET-v1-setup_intents'),
    ...at('billing:cards.save', ...commit(1)),
    ...at(signUp, 'after-commit-1', 'after-cards.verify-setup', 'after-commit-2', 'after-cards.save'),
    ...at(signUp, 'after-commit-3', 'handled'),
  ],
  erasure: [
    ...at('accounts:erasure-publishing', 'before-commit-1'),
    ...at('lead-router:accounts.agent-erased', ...commit(1), 'before-commit-2'),
    ...at('billing:leads.buyer-closed', 'before-commit-1'),
    ...at('billing:billing.forget-cards', ...request('POST-v1-payment_methods-*-detach')),
    ...at('notifier:leads.buyer-closed', 'after-commit-1', 'before-commit-2'),
  ],
  recovery: [
    ...at('accounts:passwords.reset', ...commit(1)),
    // The notifier also receives an event about the recovery; only the first of the two messages commits anything.
    ...at('notifier:channels.apply-recovery', 'received', 'handled'),
    ...at('billing:accounts.account-recovered', 'before-commit-1'),
  ],
};

/** Crash points that have another meaning after a refusal, a lock or a dispute. */
const afterFaults: readonly FaultKind[] = [
  // Reached if a post found every buyer locked.
  kind('lead-router:leads.route-lead:after-commit-1', [{ type: 'lock-buyers', forMs: 1_000 }]),
  // The outcome of the charge is unknown.
  ...commit(3).map((moment) =>
    kind(`${chargeOffer}:${moment}`, [twice('confirm', 500)], { name: 'unknown' }),
  ),
  ...commit(1).map((moment) =>
    kind(`billing:billing.process-provider-event:${moment}`, [], {
      name: 'dispute',
      circumstance: 'dispute',
    }),
  ),
  ...commit(1).map((moment) =>
    kind(`billing:billing.resolve-refund:${moment}`, [once('refund', 500)], {
      name: 'deferred',
      circumstance: 'refund',
    }),
  ),
  ...[
    ...at('notifier:send-email', ...commit(1)),
    ...at('billing:notifications.lead-undeliverable', 'after-leads.withhold-sold', ...commit(1)),
    ...at('lead-router:notifications.lead-deferred', 'before-commit-1'),
    ...at('lead-router:leads.withhold-sold', ...commit(1)),
  ].map((point) => kind(point, [emailsRefused], { name: 'undeliverable', circumstance: 'undeliverable' })),
];

function kind(
  point: string,
  faults: readonly Fault[],
  { name, ...options }: { readonly name?: string; readonly circumstance?: Circumstance } = {},
): FaultKind {
  return {
    name: name === undefined ? point : `${name}.${point}`,
    faults: [...faults, crash(point)],
    ...options,
  };
}

/** Kills at every moment that matters. The libraries set crash points at other moments too. */
export const crashFaults: readonly FaultKind[] = [
  ...ofEveryLead.map((point) => kind(point, [])),
  ...Object.entries(inCircumstance).flatMap(([circumstance, points]) =>
    points.map((point) => kind(point, [], { circumstance: circumstance as Circumstance })),
  ),
  ...afterFaults,
];
