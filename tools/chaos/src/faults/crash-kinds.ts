import type { Circumstance, Fault, Kind } from './fault.js';

interface Needs {
  readonly needs?: Circumstance;
  readonly faults?: readonly Fault[];
}

const confirmFails: Fault = {
  do: 'misbehave',
  rule: {
    match: { method: 'POST', path: '/v1/payment_intents/*/confirm' },
    kind: 'status',
    status: 500,
    times: 2,
  },
};

/** Every crash point in the services, in the order of a lead's way, and what it takes to get there. */
const points: Readonly<Record<string, Needs>> = {
  'lead-router.before-insert': {},
  'lead-router.before-accept-commit': {},
  'lead-router.before-ack': {},
  'gateway.before-ack': {},
  'gateway.after-ack': {},
  'lead-router.in-reserve': {},
  'lead-router.after-reserve': {},
  'billing.before-purchase': {},
  'billing.after-purchase': {},
  'billing.after-create-answer': {},
  'billing.after-intent-committed': {},
  'billing.charge-in-flight': {},
  'billing.after-confirm-answer': {},
  'billing.unknown-committed': { faults: [confirmFails] },
  'billing.before-outcome-commit': {},
  'billing.after-outcome-commit': {},
  'lead-router.before-outcome-commit': {},
  'lead-router.after-outcome-commit': {},
  'lead-router.before-decline-commit': { needs: 'cascade' },
  'notifier.before-delivery-rows': {},
  'notifier.after-delivery-rows': {},
  'notifier.before-send': {},
  'notifier.after-send': {},
  'notifier.before-sent-commit': {},
  'notifier.after-sent-commit': {},
  'lead-router.before-delivered-commit': {},
  'lead-router.after-eligibility-commit': { needs: 'standing' },
  'accounts.standing.after-lead-router': { needs: 'standing' },
  'billing.card-setup.before-customer': { needs: 'sign-up' },
  'billing.card-setup.after-customer-answer': { needs: 'sign-up' },
  'billing.card-setup.after-customer-commit': { needs: 'sign-up' },
  'billing.card-setup.after-setup-answer': { needs: 'sign-up' },
  'accounts.complete.after-submission': { needs: 'sign-up' },
  'billing.card-verify.before-read': { needs: 'sign-up' },
  'billing.card-verify.after-read': { needs: 'sign-up' },
  'accounts.complete.after-verify': { needs: 'sign-up' },
  'accounts.complete.after-user': { needs: 'sign-up' },
  'billing.card-save.before-read': { needs: 'sign-up' },
  'billing.card-save.after-card-read': { needs: 'sign-up' },
  'billing.card-save.after-setups-read': { needs: 'sign-up' },
  'billing.card-save.before-commit': { needs: 'sign-up' },
  'billing.card-save.after-commit': { needs: 'sign-up' },
  'accounts.complete.after-card': { needs: 'sign-up' },
  'accounts.complete.after-completion': { needs: 'sign-up' },
  'accounts.complete.after-session': { needs: 'sign-up' },
};

export const crashKinds: readonly Kind[] = Object.entries(points).map(([name, { needs, faults = [] }]) => ({
  name,
  faults: [...faults, { do: 'crash', point: name }],
  ...(needs ? { needs } : {}),
}));
