import { runnableServices, type RunnableService } from '@desk/tool-start';
import { CONFIRM_ANSWERED, CONFIRM_IN_FLIGHT, crashFaults } from './crash-faults.js';
import { type Circumstance, crash, type Fault, type FaultKind, toKinds } from './fault.js';
import { lastingKinds } from './lasting-kinds.js';
import { poisonKinds } from './poison-kinds.js';
import { refusalKinds } from './refusal-kinds.js';
import {
  emailsRefused,
  freeloadersRefuse,
  mail,
  noEventList,
  noWebhooks,
  once,
  rule,
  twice,
} from './sandbox-rules.js';

const flush: Fault = { type: 'flush' };
/** Kills every copy, so that none handles what is flushed or lost. */
const killAll = (service: RunnableService): Fault => ({ type: 'kill', parts: [service], copies: 'all' });

/** Failures of the channels that agents add. Only some agents have these, and `scarce` sells to one who has none. */
const channelFaults = toKinds(
  {
    'webhook.500': [once('webhook', 500)],
    'webhook.answer-lost': [once('webhook', 'lost-answer')],
    'webhook.request-lost': [once('webhook', 'lost-request')],
    'webhook.slow': [once('webhook', 'latency', { ms: 3_000 })],
    'sms.429': [once('text', 429)],
    'sms.answer-lost': [once('text', 'lost-answer')],
    'sms.request-lost': [once('text', 'lost-request')],
    'slack.429': [once('slack', 429, { retryAfterSeconds: 2 })],
    'slack.answer-lost': [once('slack', 'lost-answer')],
    'slack.request-lost': [once('slack', 'lost-request')],
    'push.429': [once('push', 429, { retryAfterSeconds: 2 })],
    'push.500': [once('push', 500)],
    'push.answer-lost': [once('push', 'lost-answer')],
    'push.request-lost': [once('push', 'lost-request')],
  },
  { circumstance: 'plain' },
);

const providerFaults = toKinds({
  // The money has moved, and only reading the intent can reveal it.
  'cards.answer-lost-then-killed': [
    noWebhooks,
    noEventList,
    twice('confirm', 'lost-answer'),
    crash(CONFIRM_ANSWERED),
  ],
  'cards.no-webhooks-and-killed': [noWebhooks, noEventList, crash(CONFIRM_IN_FLIGHT)],
  'cards.create-500': [twice('create', 500)],
  'cards.create-500-made': [twice('create', 500, { effect: true })],
  'cards.create-429-and-409': [twice('create', 429), twice('create', 409)],
  'cards.create-answer-lost': [twice('create', 'lost-answer')],
  'cards.confirm-500': [twice('confirm', 500)],
  'cards.confirm-500-charged': [twice('confirm', 500, { effect: true })],
  'cards.confirm-429-and-409': [twice('confirm', 429), twice('confirm', 409)],
  'cards.confirm-lost': [twice('confirm', 'lost-answer'), twice('confirm', 'lost-request')],
  'cards.slow': [twice('confirm', 'latency', { ms: 1_500, times: 4 })],
  'cards.webhooks-repeated-and-reordered': [
    { type: 'webhooks', settings: { paused: false, copies: 3, shuffleMs: 800 } },
  ],
  'mail.answer-lost-after-data': [mail('drop', 2)],
  'mail.deferred-and-lost': [mail('defer', 2), mail('lost-request', 2)],
});

/** Failures while money is given back. */
const refundFaults = [
  ...toKinds(
    {
      'cards.refund-answer-lost': [once('refund', 'lost-answer')],
      'cards.refund-500-made': [once('refund', 500, { effect: true })],
    },
    { circumstance: 'refund' },
  ),
  ...toKinds({ 'cards.dashboard-refund-unannounced': [noWebhooks] }, { circumstance: 'dashboard-refund' }),
  ...toKinds({ 'cards.dispute-unannounced': [noWebhooks] }, { circumstance: 'dispute' }),
  ...toKinds(
    {
      'freeloader.refused': freeloadersRefuse,
      'freeloader.lead-router:leads.list-sold:before-commit-1': [
        ...freeloadersRefuse,
        crash('lead-router:leads.list-sold:before-commit-1'),
      ],
      'freeloader.lead-router:leads.withhold-sold:before-commit-1': [
        ...freeloadersRefuse,
        crash('lead-router:leads.withhold-sold:before-commit-1'),
      ],
    },
    { circumstance: 'freeloader', needsShortTimes: true },
  ),
  ...toKinds({ 'undeliverable.refused': [emailsRefused] }, { circumstance: 'undeliverable' }),
  ...[
    'notifier:send-email:before-request',
    'notifier:send-email:during-request',
    'notifier:send-email:after-request',
    'billing:billing.resolve-refund:after-POST-v1-refunds',
    'lead-router:billing.lead-refunded:before-commit-1',
  ].flatMap((point) =>
    toKinds({ [`undeliverable.${point}`]: [emailsRefused, crash(point)] }, { circumstance: 'undeliverable' }),
  ),
];

/** A service is killed at a crash point, and then Redis loses every message before its copies start again. */
const flushed = (
  name: string,
  service: RunnableService,
  point: string,
  circumstance?: Circumstance,
  faults: readonly Fault[] = [],
): FaultKind => ({
  name,
  faults: [...faults, crash(point)],
  afterCrash: [killAll(service), flush],
  ...(circumstance && { circumstance }),
});

const serverFaults: readonly FaultKind[] = [
  flushed('redis.flushed-billing-down', 'billing', 'billing:billing.charge-offer:after-commit-1'),
  flushed('redis.flushed-router-down', 'lead-router', 'lead-router:leads.accept:during-commit-1'),
  flushed('redis.flushed-notifier-down', 'notifier', 'notifier:leads.lead-sold:after-commit-1'),
  flushed(
    'redis.flushed-erasure',
    'lead-router',
    'lead-router:accounts.agent-erased:after-commit-1',
    'erasure',
  ),
  // The request is lost with the process, so the new agent must send it again.
  flushed(
    'redis.flushed-card-setup',
    'billing',
    'billing:cards.create-setup:after-POST-v1-customers',
    'sign-up',
  ),
  flushed('redis.flushed-card-save', 'billing', 'billing:cards.save:after-commit-1', 'sign-up'),
  // Nobody sends this request again, so the system must recover alone.
  flushed(
    'redis.flushed-eligibility',
    'lead-router',
    'lead-router:buyers.set-service:after-commit-1',
    'walk-away',
  ),
  flushed('undeliverable.redis-flushed', 'notifier', 'notifier:send-email:after-commit-1', 'undeliverable', [
    emailsRefused,
  ]),
  // The charge task survives in Redis, but not its offer.
  {
    name: 'postgres.failover',
    faults: [crash('billing:billing.charge-offer:received')],
    afterCrash: [killAll('billing'), { type: 'lose-offers' }, { type: 'kill', parts: ['postgres'] }],
    circumstance: 'plain',
  },
  // Enough calls fail in a row that the circuit breaker opens. Leads then wait until it closes.
  {
    name: 'cards.away',
    faults: [rule({ match: { path: '/v1/**' }, kind: 'lost-request', times: 25 })],
    opensCircuitBreaker: true,
  },
  ...toKinds(
    { 'cards.detach-500-and-lost': [once('detach', 500), once('detach', 'lost-answer')] },
    { circumstance: 'erasure' },
  ),
  ...toKinds({ 'sms.stop-and-killed': [{ type: 'kill', parts: ['notifier'] }] }, { circumstance: 'opt-out' }),
  ...(['sandbox', 'redis', 'postgres', 'everything', ...runnableServices] as const).map(
    (part): FaultKind => ({
      name: `${part}.killed`,
      faults: [{ type: 'kill', parts: [part] }],
    }),
  ),
  ...runnableServices.map((service) => ({ name: `${service}.all-killed`, faults: [killAll(service)] })),
  ...toKinds({
    'redis.flushed': [flush],
    'two.router-and-billing': [
      crash('lead-router:billing.offer-charged:after-commit-1'),
      crash(CONFIRM_IN_FLIGHT),
    ],
  }),
];

/** A run injects every kind before it repeats one. */
export const faultKinds: readonly FaultKind[] = [
  ...crashFaults,
  ...channelFaults,
  ...providerFaults,
  ...refundFaults,
  ...poisonKinds,
  ...serverFaults,
  ...refusalKinds,
  ...lastingKinds,
];
