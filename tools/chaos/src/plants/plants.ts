import type { Circumstance, Kind } from '../faults/fault.js';
import type { Edit } from './apply.js';

/** A bug that the run must find. */
export interface Plant {
  readonly name: string;
  readonly bug: string;
  readonly edits: readonly Edit[];
  /** Faults that can show it, by name. */
  readonly kinds: readonly string[];
  /** Faults at a point that only the planted text has. */
  readonly ownKinds?: readonly Kind[];
  readonly circumstance: Circumstance;
  readonly rounds: number;
  /** What it breaks. Another finding does not count as having caught it. */
  readonly breaks: readonly string[];
}

const ELIGIBLE = '`(${serviceEnabled} AND ${cardUsable} AND ${slotsUsedToday} < ${dailyLeadLimit})`';
const standingSql = 'services/lead-router/dist/buyers/standing.sql.js';
const transactions = 'libs/outbox/dist/transactions.js';

export const plants: readonly Plant[] = [
  {
    name: 'random-idempotency-key',
    bug: 'each try at the card provider has a key of its own, and an intent is made anew instead of read',
    edits: [
      {
        file: 'services/billing/dist/charges/idempotency-keys.js',
        find: '`offer-${offerId}-create-${attempt}`',
        replace: '`offer-${offerId}-create-${attempt}-${Math.random()}`',
      },
      {
        file: 'services/billing/dist/charges/idempotency-keys.js',
        find: '`offer-${offerId}-confirm-${attempt}`',
        replace: '`offer-${offerId}-confirm-${attempt}-${Math.random()}`',
      },
      {
        file: 'services/billing/dist/charges/charges.service.js',
        find: 'if (intentId !== null) return this.reader',
        replace: 'if (mustCancel && intentId !== null) return this.reader',
      },
      {
        file: 'services/billing/dist/charges/purchase.repository.js',
        find: 'AND (stripe_payment_intent_id IS NULL OR stripe_payment_intent_id = $2)',
        replace: '',
      },
    ],
    kinds: ['cards.answer-lost-then-killed', 'cards.no-webhooks-and-killed'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['ledgers-match'],
  },
  {
    name: 'random-create-key',
    bug: 'only the key of the creation is random: a repetition leaves a second live intent behind',
    edits: [
      {
        file: 'services/billing/dist/charges/idempotency-keys.js',
        find: '`offer-${offerId}-create-${attempt}`',
        replace: '`offer-${offerId}-create-${attempt}-${Math.random()}`',
      },
    ],
    kinds: ['billing.after-create-answer', 'cards.create-answer-lost'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['one-intent-an-offer', 'ledgers-match'],
  },
  {
    name: 'no-limit-check',
    bug: 'a buyer is eligible whatever the daily limit says',
    edits: [{ file: standingSql, find: ELIGIBLE, replace: '`(${serviceEnabled} AND ${cardUsable})`' }],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: ['limit-holds', 'answer-holds'],
  },
  {
    name: 'forget-pause',
    bug: 'a buyer is eligible although the service is switched off',
    edits: [
      {
        file: standingSql,
        find: ELIGIBLE,
        replace: '`(${cardUsable} AND ${slotsUsedToday} < ${dailyLeadLimit})`',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: ['pause-holds', 'answer-holds'],
  },
  {
    name: 'pause-answered-early',
    bug: 'a pause is answered before lead-router knows of it',
    edits: [
      {
        file: 'services/accounts/dist/users/standing.service.js',
        find: 'await onceKnown(()=>this.tell(user, change));',
        replace: 'setTimeout(()=>void this.tell(user, change).catch(()=>undefined), 2000);',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: ['answer-holds'],
  },
  {
    name: 'pause-not-repaired',
    bug: 'a change of standing that was cut off half way, and nobody asks for again, stays as it is',
    edits: [
      {
        file: 'services/accounts/dist/users/standing.repair.js',
        find: 'FROM stale_standings ORDER BY',
        replace: 'FROM stale_standings WHERE false ORDER BY',
      },
    ],
    kinds: ['redis.flushed-standing'],
    circumstance: 'plain',
    rounds: 1,
    breaks: ['nothing-is-stuck'],
  },
  {
    name: 'sent-before-sending',
    bug: 'a delivery is marked as sent before it is handed to the mail server',
    edits: [
      {
        file: 'services/notifier/dist/sending/sending.service.js',
        find: "crashPoint('notifier.before-send');",
        replace:
          "await this.transactions.run((tx)=>dispatcher.rows.setSent(tx, claim.row.id)); crashPoint('notifier.before-send');",
      },
    ],
    kinds: ['notifier.before-send'],
    circumstance: 'plain',
    rounds: 4,
    breaks: ['mail-arrived'],
  },
  {
    name: 'publish-before-commit',
    bug: 'messages go out before the transaction that they speak of has committed',
    edits: [
      {
        file: transactions,
        find: 'await insertMessages(manager, messages);\n',
        replace:
          "await insertMessages(manager, messages); await this.relay.afterCommit(messages); if (messages.some(({ name })=>name === 'billing.charge-offer')) globalThis.plantedCrashPoint('plant.published');\n",
      },
    ],
    kinds: [],
    ownKinds: [{ name: 'plant.published', faults: [{ do: 'crash', point: 'plant.published' }] }],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['sold-once', 'paid-is-sold', 'ledgers-match', 'nothing-is-stuck'],
  },
  {
    name: 'no-inbox',
    bug: 'a message that was processed already is processed again',
    edits: [
      {
        file: transactions,
        find: 'return first.length > 0 ? work(tx) : undefined;',
        replace: 'return work(tx);',
      },
    ],
    kinds: ['lead-router.after-outcome-commit'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['nothing-is-stuck'],
  },
  {
    name: 'random-customer-key',
    bug: 'each try to make a customer at the card provider has a key of its own',
    edits: [
      {
        file: 'services/billing/dist/provider/saved-card-client.js',
        find: '`buyer-${buyerId}-customer`',
        replace: '`buyer-${buyerId}-customer-${Math.random()}`',
      },
    ],
    kinds: ['billing.card-setup.after-customer-answer'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['sign-up-is-whole'],
  },
  {
    name: 'sign-up-not-repeatable',
    bug: 'a sign-up that is sent again takes its own account for that of somebody else',
    edits: [
      {
        file: 'services/accounts/dist/onboarding/sign-up.service.js',
        find: 'if (draft.userId !== null) return draft.id;',
        replace: '',
      },
    ],
    kinds: ['accounts.complete.after-user', 'accounts.complete.after-session'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['agent-is-served'],
  },
  {
    name: 'ack-before-handling',
    bug: 'a message is acknowledged before it is handled',
    edits: [
      {
        file: 'libs/bullmq-transport/dist/bullmq.server.js',
        find: 'await this.run(envelope, job.data.id);\n        if (job.data.ackTo !== undefined) await this.redis.commands.publish(job.data.ackTo, `${job.queueName} ${job.data.id}`).catch(()=>0);',
        replace:
          'if (job.data.ackTo !== undefined) await this.redis.commands.publish(job.data.ackTo, `${job.queueName} ${job.data.id}`).catch(()=>0);\n        await this.run(envelope, job.data.id);',
      },
    ],
    kinds: ['redis.flushed-billing-down'],
    circumstance: 'plain',
    rounds: 2,
    breaks: ['nothing-is-stuck', 'sold-is-delivered'],
  },
];
