import { runnableServices, type RunnableService } from '@desk/tool-start';
import { crashFaults, emailsRefused, freeloadersRefuse } from './crash-faults.js';
import type { Fault, FaultKind } from './fault.js';
import { lastingKinds } from './lasting-kinds.js';
import { refusalKinds } from './refusal-kinds.js';

const CREATE_PATH = '/v1/payment_intents';
const DETACH_PATH = '/v1/payment_methods/*/detach';
const CONFIRM_PATH = '/v1/payment_intents/*/confirm';

const crash = (point: string): Fault => ({ type: 'crash', point });
const cardRule = (path: string, kind: string, options: object = {}): Fault => ({
  type: 'sandbox-rule',
  rule: { match: { method: 'POST', path }, kind, times: 2, ...options },
});
const mailRule = (kind: string): Fault => ({
  type: 'sandbox-rule',
  rule: { target: 'smtp', kind, times: 2 },
});
const messageRule = (path: string, kind: string, options: object = {}): Fault => ({
  type: 'sandbox-rule',
  rule: { match: { method: 'POST', path }, kind, times: 1, ...options },
});
const HOOK_PATH = '/hooks/*';
const TEXT_PATH = '/2010-04-01/Accounts/*/Messages.json';
const SLACK_PATH = '/api/chat.postMessage';
const PUSH_PATH = '/push/*';
const noWebhooks: Fault = { type: 'webhooks', settings: { paused: true } };
/** So that billing doesn't find in the provider's own list what no webhook brings. */
const noEventList: Fault = {
  type: 'sandbox-rule',
  rule: { match: { method: 'GET', path: '/v1/events' }, kind: 'status', status: 500, times: 4 },
};
const flush: Fault = { type: 'flush' };
/** So that no copy handles what is flushed or lost. */
const killAll = (service: RunnableService): Fault => ({ type: 'kill', parts: [service], copies: 'all' });

/** Failures of the channels that agents add. Only some agents have these, and `scarce` sells to one who has none. */
const channelFaults = (
  [
    { name: 'webhook.500', faults: [messageRule(HOOK_PATH, 'status', { status: 500 })] },
    { name: 'webhook.answer-lost', faults: [messageRule(HOOK_PATH, 'lost-answer')] },
    { name: 'webhook.request-lost', faults: [messageRule(HOOK_PATH, 'lost-request')] },
    { name: 'webhook.slow', faults: [messageRule(HOOK_PATH, 'latency', { ms: 3_000 })] },
    { name: 'sms.429', faults: [messageRule(TEXT_PATH, 'status', { status: 429 })] },
    { name: 'sms.answer-lost', faults: [messageRule(TEXT_PATH, 'lost-answer')] },
    { name: 'sms.request-lost', faults: [messageRule(TEXT_PATH, 'lost-request')] },
    {
      name: 'slack.429',
      faults: [messageRule(SLACK_PATH, 'status', { status: 429, retryAfterSeconds: 2 })],
    },
    { name: 'slack.answer-lost', faults: [messageRule(SLACK_PATH, 'lost-answer')] },
    { name: 'slack.request-lost', faults: [messageRule(SLACK_PATH, 'lost-request')] },
    {
      name: 'push.429',
      faults: [messageRule(PUSH_PATH, 'status', { status: 429, retryAfterSeconds: 2 })],
    },
    { name: 'push.500', faults: [messageRule(PUSH_PATH, 'status', { status: 500 })] },
    { name: 'push.answer-lost', faults: [messageRule(PUSH_PATH, 'lost-answer')] },
    { name: 'push.request-lost', faults: [messageRule(PUSH_PATH, 'lost-request')] },
  ] satisfies FaultKind[]
).map((kind): FaultKind => ({ ...kind, circumstance: 'plain' }));

/** Failures of the card provider, the mail server and the infrastructure. */
const externalFaults: readonly FaultKind[] = [
  // The money has moved, and only reading the intent can reveal it.
  {
    name: 'cards.answer-lost-then-killed',
    faults: [
      noWebhooks,
      noEventList,
      cardRule(CONFIRM_PATH, 'lost-answer'),
      crash('billing.after-confirm-answer'),
    ],
  },
  {
    name: 'cards.no-webhooks-and-killed',
    faults: [noWebhooks, noEventList, crash('billing.charge-in-flight')],
  },
  { name: 'cards.create-500', faults: [cardRule(CREATE_PATH, 'status', { status: 500 })] },
  {
    name: 'cards.create-500-made',
    faults: [cardRule(CREATE_PATH, 'status', { status: 500, effect: true })],
  },
  {
    name: 'cards.create-429-and-409',
    faults: [
      cardRule(CREATE_PATH, 'status', { status: 429 }),
      cardRule(CREATE_PATH, 'status', { status: 409 }),
    ],
  },
  { name: 'cards.create-answer-lost', faults: [cardRule(CREATE_PATH, 'lost-answer')] },
  { name: 'cards.confirm-500', faults: [cardRule(CONFIRM_PATH, 'status', { status: 500 })] },
  {
    name: 'cards.confirm-500-charged',
    faults: [cardRule(CONFIRM_PATH, 'status', { status: 500, effect: true })],
  },
  {
    name: 'cards.confirm-429-and-409',
    faults: [
      cardRule(CONFIRM_PATH, 'status', { status: 429 }),
      cardRule(CONFIRM_PATH, 'status', { status: 409 }),
    ],
  },
  {
    name: 'cards.confirm-lost',
    faults: [cardRule(CONFIRM_PATH, 'lost-answer'), cardRule(CONFIRM_PATH, 'lost-request')],
  },
  // Enough calls fail in a row that the circuit breaker opens. Leads then wait until it closes.
  {
    name: 'cards.away',
    faults: [{ type: 'sandbox-rule', rule: { match: { path: '/v1/**' }, kind: 'lost-request', times: 25 } }],
    opensCircuitBreaker: true,
  },
  { name: 'cards.slow', faults: [cardRule(CONFIRM_PATH, 'latency', { ms: 1_500, times: 4 })] },
  {
    name: 'cards.webhooks-repeated-and-reordered',
    faults: [{ type: 'webhooks', settings: { paused: false, copies: 3, shuffleMs: 800 } }],
  },
  {
    name: 'cards.detach-500-and-lost',
    faults: [
      cardRule(DETACH_PATH, 'status', { status: 500, times: 1 }),
      cardRule(DETACH_PATH, 'lost-answer', { times: 1 }),
    ],
    circumstance: 'erasure',
  },
  {
    name: 'redis.flushed-erasure',
    faults: [crash('lead-router.erasure.after-stop-commit')],
    afterCrash: [killAll('lead-router'), flush],
    circumstance: 'erasure',
  },
  { name: 'mail.answer-lost-after-data', faults: [mailRule('drop')] },
  { name: 'mail.deferred-and-lost', faults: [mailRule('defer'), mailRule('lost-request')] },
  {
    name: 'cards.refund-answer-lost',
    faults: [messageRule('/v1/refunds', 'lost-answer')],
    circumstance: 'refund',
  },
  {
    name: 'cards.refund-500-made',
    faults: [messageRule('/v1/refunds', 'status', { status: 500, effect: true })],
    circumstance: 'refund',
  },
  {
    name: 'cards.dashboard-refund-unannounced',
    faults: [noWebhooks],
    circumstance: 'dashboard-refund',
  },
  { name: 'cards.dispute-unannounced', faults: [noWebhooks], circumstance: 'dispute' },
  {
    name: 'freeloader.refused',
    faults: freeloadersRefuse,
    circumstance: 'freeloader',
    needsShortTimes: true,
  },
  ...['lead-router.before-seen-commit', 'lead-router.before-withhold-commit'].map((point): FaultKind => ({
    name: `freeloader.${point}`,
    faults: [...freeloadersRefuse, crash(point)],
    circumstance: 'freeloader',
    needsShortTimes: true,
  })),
  { name: 'undeliverable.refused', faults: [emailsRefused], circumstance: 'undeliverable' },
  ...[
    'notifier.email.before-request',
    'notifier.email.request-in-flight',
    'notifier.email.after-answer',
    'billing.before-refund-requested',
    'billing.after-refund-requested',
    'billing.after-refund-answer',
    'lead-router.before-refund-commit',
  ].map((point): FaultKind => ({
    name: `undeliverable.${point}`,
    faults: [emailsRefused, crash(point)],
    circumstance: 'undeliverable',
  })),
  {
    name: 'undeliverable.redis-flushed',
    faults: [emailsRefused, crash('notifier.after-failed-commit')],
    afterCrash: [killAll('notifier'), flush],
    circumstance: 'undeliverable',
  },
  ...channelFaults,
  {
    name: 'sms.stop-and-killed',
    faults: [{ type: 'kill', parts: ['notifier'] }],
    circumstance: 'opt-out',
  },
  { name: 'sandbox.killed', faults: [{ type: 'kill', parts: ['sandbox'] }] },
  { name: 'redis.killed', faults: [{ type: 'kill', parts: ['redis'] }] },
  { name: 'redis.flushed', faults: [flush] },
  {
    name: 'redis.flushed-billing-down',
    faults: [crash('billing.after-purchase')],
    afterCrash: [killAll('billing'), flush],
  },
  {
    name: 'redis.flushed-router-down',
    faults: [crash('lead-router.in-reserve')],
    afterCrash: [killAll('lead-router'), flush],
  },
  {
    name: 'redis.flushed-notifier-down',
    faults: [crash('notifier.after-delivery-rows')],
    afterCrash: [killAll('notifier'), flush],
  },
  // The request is lost with the process, so the new agent must send it again.
  {
    name: 'redis.flushed-card-setup',
    faults: [crash('billing.card-setup.after-customer-answer')],
    afterCrash: [killAll('billing'), flush],
    circumstance: 'sign-up',
  },
  {
    name: 'redis.flushed-card-save',
    faults: [crash('billing.card-save.after-commit')],
    afterCrash: [killAll('billing'), flush],
    circumstance: 'sign-up',
  },
  // Nobody sends this request again, so the system must recover alone.
  {
    name: 'redis.flushed-eligibility',
    faults: [crash('lead-router.after-settings-commit')],
    afterCrash: [killAll('lead-router'), flush],
    circumstance: 'walk-away',
  },
  { name: 'postgres.killed', faults: [{ type: 'kill', parts: ['postgres'] }] },
  // The charge task survives in Redis, but not its offer.
  {
    name: 'postgres.failover',
    faults: [crash('billing.before-purchase')],
    afterCrash: [killAll('billing'), { type: 'lose-offers' }, { type: 'kill', parts: ['postgres'] }],
    circumstance: 'plain',
  },
  { name: 'everything.killed', faults: [{ type: 'kill', parts: ['everything'] }] },
  ...runnableServices.flatMap((service): FaultKind[] => [
    { name: `${service}.killed`, faults: [{ type: 'kill', parts: [service] }] },
    { name: `${service}.all-killed`, faults: [killAll(service)] },
  ]),
  {
    name: 'two.router-and-billing',
    faults: [crash('lead-router.after-outcome-commit'), crash('billing.charge-in-flight')],
  },
];

/** A run injects every kind before it repeats one. */
export const faultKinds: readonly FaultKind[] = [
  ...crashFaults,
  ...externalFaults,
  ...refusalKinds,
  ...lastingKinds,
];
