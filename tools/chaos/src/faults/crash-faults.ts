import {
  type Circumstance,
  EMAIL_ONLY_AGENT,
  type Fault,
  type FaultKind,
  FREELOADERS,
  refuseMail,
} from './fault.js';

/** What a process needs to reach the crash point. */
interface Requirements {
  readonly circumstance?: Circumstance;
  readonly faults?: readonly Fault[];
}

const confirmFails: Fault = {
  type: 'sandbox-rule',
  rule: {
    match: { method: 'POST', path: '/v1/payment_intents/*/confirm' },
    kind: 'status',
    status: 500,
    times: 2,
  },
};

const refundFails: Fault = {
  type: 'sandbox-rule',
  rule: { match: { method: 'POST', path: '/v1/refunds' }, kind: 'status', status: 500, times: 1 },
};

/** Refuses lead emails for good. Use it in the circumstance `undeliverable`, whose only buyer has no other channel. */
export const emailsRefused: Fault = {
  type: 'sandbox-rule',
  rule: { target: 'smtp', match: { to: EMAIL_ONLY_AGENT }, kind: 'reject', times: 3 },
};

/** Keeps emails of the freeloaders waiting, then refuses them for good. Use it in the circumstance `freeloader`. */
export const freeloadersRefuse: readonly Fault[] = FREELOADERS.flatMap((to) => refuseMail(to, 2)).map(
  (rule) => ({ type: 'sandbox-rule', rule }),
);

/** Every crash point of the services, in the order in which a lead reaches it. */
const requirementsByPoint: Readonly<Record<string, Requirements>> = {
  'lead-router.before-insert': {},
  'lead-router.before-accept-commit': {},
  'lead-router.before-ack': {},
  'gateway.before-ack': {},
  'gateway.after-ack': {},
  'lead-router.in-reserve': {},
  // Reached if a post found every buyer locked.
  'lead-router.after-reserve': { faults: [{ type: 'lock-buyers', forMs: 1_000 }] },
  'billing.before-purchase': {},
  'billing.after-purchase': {},
  'billing.after-create-answer': {},
  'billing.after-intent-committed': {},
  'billing.charge-in-flight': {},
  'billing.after-confirm-answer': {},
  'billing.unknown-committed': { faults: [confirmFails] },
  'billing.before-outcome-commit': {},
  'billing.after-outcome-commit': {},
  'billing.receipts.before-commit': {},
  'lead-router.before-outcome-commit': {},
  'lead-router.after-outcome-commit': {},
  'lead-router.before-decline-commit': { circumstance: 'cascade' },
  'notifier.before-delivery-rows': {},
  'notifier.after-delivery-rows': {},
  'notifier.before-send': {},
  'notifier.email.before-request': {},
  'notifier.email.request-in-flight': {},
  'notifier.email.after-answer': {},
  // Only some agents have these channels, and `scarce` sells to one who has none.
  'notifier.sms.before-request': { circumstance: 'plain' },
  'notifier.sms.request-in-flight': { circumstance: 'plain' },
  'notifier.sms.after-answer': { circumstance: 'plain' },
  'notifier.slack.before-request': { circumstance: 'plain' },
  'notifier.slack.request-in-flight': { circumstance: 'plain' },
  'notifier.slack.after-answer': { circumstance: 'plain' },
  'notifier.webhook.before-request': { circumstance: 'plain' },
  'notifier.webhook.request-in-flight': { circumstance: 'plain' },
  'notifier.webhook.after-answer': { circumstance: 'plain' },
  'notifier.push.before-request': { circumstance: 'plain' },
  'notifier.push.request-in-flight': { circumstance: 'plain' },
  'notifier.push.after-answer': { circumstance: 'plain' },
  'notifier.after-send': {},
  'notifier.before-sent-commit': {},
  'notifier.after-sent-commit': {},
  'notifier.before-deferred-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'notifier.before-undeliverable-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'notifier.after-failed-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'billing.after-withhold-answer': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'lead-router.before-delivered-commit': {},
  'lead-router.before-deferred-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'lead-router.before-withhold-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'lead-router.after-withhold-commit': { circumstance: 'undeliverable', faults: [emailsRefused] },
  'lead-router.before-seen-commit': { circumstance: 'freeloader' },
  'lead-router.after-seen-commit': { circumstance: 'freeloader' },
  'lead-router.before-ties-commit': { circumstance: 'sign-up' },
  'lead-router.before-filters-commit': { circumstance: 'eligibility' },
  'lead-router.before-settings-commit': { circumstance: 'eligibility' },
  'lead-router.after-settings-commit': { circumstance: 'eligibility' },
  'lead-router.before-withdraw-commit': { circumstance: 'waiting' },
  'lead-router.after-withdraw-commit': { circumstance: 'waiting' },
  'lead-router.before-reroute-commit': { circumstance: 'waiting' },
  'lead-router.after-reroute-commit': { circumstance: 'waiting' },
  'accounts.settings.before-copy-commit': { circumstance: 'eligibility' },
  'billing.before-refund-requested': { circumstance: 'refund' },
  'billing.after-refund-requested': { circumstance: 'refund' },
  'billing.refund-deferred': { circumstance: 'refund', faults: [refundFails] },
  'billing.after-refund-answer': { circumstance: 'refund' },
  'billing.before-refund-commit': { circumstance: 'dashboard-refund' },
  'billing.after-refund-commit': { circumstance: 'dashboard-refund' },
  'billing.before-dispute-commit': { circumstance: 'dispute' },
  'billing.after-dispute-commit': { circumstance: 'dispute' },
  'lead-router.before-report-commit': { circumstance: 'problem-report' },
  'lead-router.before-decision-commit': { circumstance: 'problem-report' },
  'lead-router.after-decision-commit': { circumstance: 'problem-report' },
  'billing.before-approved-refund': { circumstance: 'problem-report' },
  'lead-router.before-refund-commit': { circumstance: 'refund' },
  'lead-router.after-refund-commit': { circumstance: 'dashboard-refund' },
  'billing.card-setup.before-customer': { circumstance: 'sign-up' },
  'billing.card-setup.after-customer-answer': { circumstance: 'sign-up' },
  'billing.card-setup.after-customer-commit': { circumstance: 'sign-up' },
  'billing.card-setup.after-setup-answer': { circumstance: 'sign-up' },
  'accounts.complete.after-submission': { circumstance: 'sign-up' },
  'billing.card-verify.before-read': { circumstance: 'sign-up' },
  'billing.card-verify.after-read': { circumstance: 'sign-up' },
  'accounts.complete.after-verify': { circumstance: 'sign-up' },
  'accounts.complete.after-user': { circumstance: 'sign-up' },
  'billing.card-save.before-read': { circumstance: 'sign-up' },
  'billing.card-save.after-card-read': { circumstance: 'sign-up' },
  'billing.card-save.after-setups-read': { circumstance: 'sign-up' },
  'billing.card-save.before-commit': { circumstance: 'sign-up' },
  'billing.card-save.after-commit': { circumstance: 'sign-up' },
  'accounts.complete.after-card': { circumstance: 'sign-up' },
  'accounts.complete.after-completion': { circumstance: 'sign-up' },
  'accounts.complete.after-session': { circumstance: 'sign-up' },
  'accounts.erasure.before-publish-commit': { circumstance: 'erasure' },
  'lead-router.erasure.before-stop-commit': { circumstance: 'erasure' },
  'lead-router.erasure.after-stop-commit': { circumstance: 'erasure' },
  'lead-router.erasure.before-close-commit': { circumstance: 'erasure' },
  'billing.erasure.before-begin-commit': { circumstance: 'erasure' },
  'billing.erasure.before-detach': { circumstance: 'erasure' },
  'billing.erasure.after-detach': { circumstance: 'erasure' },
  'notifier.erasure.after-begin-commit': { circumstance: 'erasure' },
  'notifier.erasure.before-commit': { circumstance: 'erasure' },
  'accounts.recovery.before-commit': { circumstance: 'recovery' },
  'accounts.recovery.after-commit': { circumstance: 'recovery' },
  'notifier.recovery.before-commit': { circumstance: 'recovery' },
  'notifier.recovery.after-commit': { circumstance: 'recovery' },
  'billing.recovery.before-commit': { circumstance: 'recovery' },
};

export const crashFaults: readonly FaultKind[] = Object.entries(requirementsByPoint).map(
  ([point, { circumstance, faults = [] }]) => ({
    name: point,
    faults: [...faults, { type: 'crash', point }],
    ...(circumstance ? { circumstance } : {}),
  }),
);
