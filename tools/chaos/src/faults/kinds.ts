import { crashKinds } from './crash-kinds.js';
import type { Fault, Kind } from './fault.js';

export type { Kind } from './fault.js';

const CREATE = '/v1/payment_intents';
const CONFIRM = '/v1/payment_intents/*/confirm';

const crash = (point: string): Fault => ({ do: 'crash', point });
const onCards = (path: string, kind: string, more: object = {}): Fault => ({
  do: 'misbehave',
  rule: { match: { method: 'POST', path }, kind, times: 2, ...more },
});
const onMail = (kind: string, more: object = {}): Fault => ({
  do: 'misbehave',
  rule: { target: 'smtp', kind, times: 2, ...more },
});
const noWebhooks: Fault = { do: 'webhooks', settings: { paused: true } };
const flush: Fault = { do: 'flush' };

/** What can go wrong with the card provider, the mail server and the infrastructure. */
const outsideKinds: readonly Kind[] = [
  // Only reading the intent can tell that the money has moved.
  {
    name: 'cards.answer-lost-then-killed',
    faults: [noWebhooks, onCards(CONFIRM, 'lost-answer'), crash('billing.after-confirm-answer')],
  },
  {
    name: 'cards.no-webhooks-and-killed',
    faults: [noWebhooks, crash('billing.charge-in-flight')],
  },
  { name: 'cards.create-500', faults: [onCards(CREATE, 'status', { status: 500 })] },
  { name: 'cards.create-500-made', faults: [onCards(CREATE, 'status', { status: 500, effect: true })] },
  {
    name: 'cards.create-429-and-409',
    faults: [onCards(CREATE, 'status', { status: 429 }), onCards(CREATE, 'status', { status: 409 })],
  },
  { name: 'cards.create-answer-lost', faults: [onCards(CREATE, 'lost-answer')] },
  { name: 'cards.confirm-500', faults: [onCards(CONFIRM, 'status', { status: 500 })] },
  { name: 'cards.confirm-500-charged', faults: [onCards(CONFIRM, 'status', { status: 500, effect: true })] },
  {
    name: 'cards.confirm-429-and-409',
    faults: [onCards(CONFIRM, 'status', { status: 429 }), onCards(CONFIRM, 'status', { status: 409 })],
  },
  {
    name: 'cards.confirm-lost',
    faults: [onCards(CONFIRM, 'lost-answer'), onCards(CONFIRM, 'lost-request')],
  },
  { name: 'cards.slow', faults: [onCards(CONFIRM, 'latency', { ms: 1_500, times: 4 })] },
  {
    name: 'cards.webhooks-doubled-and-mixed',
    faults: [{ do: 'webhooks', settings: { paused: false, copies: 3, shuffleMs: 800 } }],
  },
  { name: 'mail.answer-lost-after-data', faults: [onMail('drop')] },
  { name: 'mail.deferred-and-lost', faults: [onMail('defer'), onMail('lost-request')] },
  { name: 'sandbox.killed', faults: [{ do: 'kill', parts: ['sandbox'] }] },
  { name: 'redis.killed', faults: [{ do: 'kill', parts: ['redis'] }] },
  { name: 'redis.flushed', faults: [flush] },
  { name: 'redis.flushed-billing-down', faults: [crash('billing.after-purchase')], then: [flush] },
  { name: 'redis.flushed-router-down', faults: [crash('lead-router.in-reserve')], then: [flush] },
  { name: 'redis.flushed-notifier-down', faults: [crash('notifier.after-delivery-rows')], then: [flush] },
  // The request itself is gone with the process, so the newcomer has to send theirs again.
  {
    name: 'redis.flushed-card-setup',
    faults: [crash('billing.card-setup.after-customer-answer')],
    then: [flush],
    needs: 'sign-up',
  },
  {
    name: 'redis.flushed-card-save',
    faults: [crash('billing.card-save.after-commit')],
    then: [flush],
    needs: 'sign-up',
  },
  // And nobody sends this one again.
  {
    name: 'redis.flushed-standing',
    faults: [crash('accounts.standing.after-lead-router')],
    then: [flush],
    needs: 'walk-away',
  },
  { name: 'postgres.killed', faults: [{ do: 'kill', parts: ['postgres'] }] },
  { name: 'everything.killed', faults: [{ do: 'kill', parts: ['everything'] }] },
  { name: 'gateway.killed', faults: [{ do: 'kill', parts: ['gateway'] }] },
  { name: 'billing.killed', faults: [{ do: 'kill', parts: ['billing'] }] },
  { name: 'lead-router.killed', faults: [{ do: 'kill', parts: ['lead-router'] }] },
  { name: 'notifier.killed', faults: [{ do: 'kill', parts: ['notifier'] }] },
  {
    name: 'two.router-and-billing',
    faults: [crash('lead-router.after-outcome-commit'), crash('billing.charge-in-flight')],
  },
];

/** Every kind of fault; a run covers all of them before any comes again. */
export const kinds: readonly Kind[] = [...crashKinds, ...outsideKinds];
