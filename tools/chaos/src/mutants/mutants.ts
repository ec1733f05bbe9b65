import { channelMutants } from './channel-mutants.js';
import { moneyBackMutants } from './money-back-mutants.js';
import type { Mutant } from './mutant.js';
import { recordMutants } from './record-mutants.js';
import { recoveryMutants } from './recovery-mutants.js';
import { routingMutants } from './routing-mutants.js';

const eligibilitySql = 'services/lead-router/dist/buyers/eligibility.sql';
const transactions = 'libs/outbox/dist/transactions.js';

export const mutants: readonly Mutant[] = [
  {
    name: 'random-idempotency-key',
    bug: 'every attempt to charge uses a new idempotency key and creates a new intent instead of reading the existing one',
    edits: [
      {
        file: 'services/billing/dist/charges/intent-steps.js',
        find: '`offer-${offerId}-create-${attempt}`',
        replace: '`offer-${offerId}-create-${attempt}-${Math.random()}`',
      },
      {
        file: 'services/billing/dist/charges/intent-steps.js',
        find: '`offer-${offerId}-confirm-${attempt}`',
        replace: '`offer-${offerId}-confirm-${attempt}-${Math.random()}`',
      },
      {
        file: 'services/billing/dist/charges/charges.service.js',
        find: 'if (intentId !== null) return this.intents.read',
        replace: 'if (mustCancel && intentId !== null) return this.intents.read',
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
    breaks: 'provider-payments-match',
    alsoBreaks: { 'one-intent-per-offer': 'a second payment is a second intent' },
  },
  {
    name: 'random-create-key',
    bug: 'only creating an intent uses a new key, so a retry leaves a second live intent behind',
    edits: [
      {
        file: 'services/billing/dist/charges/intent-steps.js',
        find: '`offer-${offerId}-create-${attempt}`',
        replace: '`offer-${offerId}-create-${attempt}-${Math.random()}`',
      },
    ],
    kinds: ['billing.after-create-answer', 'cards.create-answer-lost'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'one-intent-per-offer',
  },
  {
    name: 'no-limit-check',
    bug: 'eligibility ignores the daily limit',
    edits: [
      {
        file: eligibilitySql,
        find: 'AND slots_used_today(b, now) < b.daily_lead_limit',
        replace: '',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: 'daily-limit-holds',
    alsoBreaks: { 'confirmed-changes-hold': 'the limit that is exceeded was confirmed to the buyer' },
  },
  {
    name: 'no-pause-check',
    bug: 'eligibility ignores the pause',
    edits: [
      {
        file: eligibilitySql,
        find: 'SELECT b.service_enabled AND NOT b.account_disabled AND NOT b.under_review AND b.card_usable',
        replace: 'SELECT b.card_usable',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: 'pause-holds',
    alsoBreaks: { 'confirmed-changes-hold': 'the pause that is ignored was confirmed to the buyer' },
  },
  {
    name: 'pause-confirmed-early',
    bug: 'a pause is confirmed before lead-router has applied it',
    edits: [
      {
        file: 'services/gateway/dist/buyers/buyer-settings.service.js',
        find: 'await send({\n            buyerId,\n            changeNumber\n        });',
        replace: 'setTimeout(()=>void send({ buyerId, changeNumber }).catch(()=>undefined), 2000);',
      },
    ],
    kinds: ['gateway.before-ack', 'lead-router.after-reserve'],
    circumstance: 'scarce',
    rounds: 2,
    breaks: 'confirmed-changes-hold',
  },
  {
    name: 'settings-copy-not-updated',
    bug: 'accounts audits a change of pause or limit but does not update its copy',
    edits: [
      {
        file: 'services/accounts/dist/users/buyer-settings.service.js',
        find: 'await this.apply(tx, event);',
        replace: '',
      },
    ],
    kinds: ['redis.flushed-eligibility'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'settings-agree',
  },
  {
    name: 'sent-before-sending',
    bug: 'a lead email becomes sent before it is handed to the mail server',
    edits: [
      {
        file: 'services/notifier/dist/sending/sending.service.js',
        find: "crashPoint('notifier.before-send');",
        replace:
          "if (row.contact?.confirmedAt) await this.transactions.run((tx)=>dispatcher.rows.setSent(tx, row.id)); crashPoint('notifier.before-send');",
      },
    ],
    kinds: ['notifier.email.before-request'],
    circumstance: 'plain',
    rounds: 4,
    breaks: 'lead-emails-match',
  },
  {
    name: 'unconfirmed-address-ignored',
    bug: 'lead emails contain personal data whether or not the address is confirmed',
    edits: [
      {
        file: 'services/notifier/dist/deliveries/delivery-dispatcher.js',
        find: '!mayContainPersonalData(contact)',
        replace: 'false',
      },
    ],
    kinds: ['notifier.before-send'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'personal-data-to-owners',
  },
  {
    name: 'confirmation-not-copied',
    bug: 'the notifier ignores that an address was confirmed',
    edits: [
      {
        file: 'services/notifier/dist/channels/channel.repository.js',
        find: 'confirmed_at = excluded.confirmed_at',
        replace: 'confirmed_at = channels.confirmed_at',
      },
    ],
    kinds: ['notifier.before-send'],
    circumstance: 'plain',
    rounds: 1,
    breaks: 'email-ownership-agrees',
  },
  {
    name: 'publish-before-commit',
    bug: 'messages are published before their transaction commits',
    edits: [
      {
        file: transactions,
        find: 'await tx.commit();',
        replace:
          "await this.relay.afterCommit(tx.messages); if (tx.messages.some(({ name })=>name === 'billing.charge-offer')) globalThis.mutantCrashPoint('mutant.published'); await tx.commit();",
      },
    ],
    kinds: [],
    ownKinds: [{ name: 'mutant.published', faults: [{ type: 'crash', point: 'mutant.published' }] }],
    circumstance: 'plain',
    // The first buyer's card may decline, and a declined charge moves no money.
    rounds: 4,
    breaks: 'paid-leads-sold',
    alsoBreaks: {
      'nothing-stuck': 'the outcome of an offer that does not exist can never be recorded',
      'acknowledged-leads-stored': 'the lead is committed with the offer',
    },
  },
  {
    name: 'no-inbox',
    bug: 'a repeated message is processed again',
    edits: [
      {
        file: transactions,
        find: 'if (first.value.length === 0) throw new Repetition();',
        replace: '',
      },
    ],
    kinds: ['lead-router.after-outcome-commit'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'nothing-stuck',
  },
  {
    name: 'random-customer-key',
    bug: 'every attempt to create a customer at the card provider uses a new idempotency key',
    edits: [
      {
        file: 'services/billing/dist/provider/saved-card-client.js',
        find: '`buyer-${buyerId}-customer${',
        replace: '`buyer-${buyerId}-customer-${Math.random()}${',
      },
    ],
    kinds: ['billing.card-setup.after-customer-answer'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'sign-ups-complete',
  },
  {
    name: 'sign-up-not-repeatable',
    bug: 'a repeated sign-up treats its own account as a conflict',
    edits: [
      {
        file: 'services/accounts/dist/onboarding/sign-up.controller.js',
        find: 'if (draft.userId !== null) return draft;',
        replace: '',
      },
    ],
    kinds: ['accounts.complete.after-user', 'accounts.complete.after-session'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'agent-requests-succeed',
  },
  {
    name: 'ack-before-handling',
    bug: 'a message is acknowledged before it is handled',
    edits: [
      {
        file: 'libs/bullmq-transport/dist/bullmq.server.js',
        find: 'await this.validateAndRun(opened, message.id);\n        const { ackTo } = job.data;\n        if (ackTo !== undefined) this.acknowledger.add(ackTo, opened.origin, message.id);',
        replace:
          'if (job.data.ackTo !== undefined) this.acknowledger.add(job.data.ackTo, opened.origin, message.id); await this.acknowledger.flush(); await this.validateAndRun(opened, message.id);',
      },
    ],
    kinds: ['redis.flushed-billing-down'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'nothing-stuck',
    alsoBreaks: { 'sold-leads-delivered': 'an outcome or a delivery may be what is lost' },
  },
  {
    name: 'erased-cards-not-detached',
    bug: "an erased buyer's cards are forgotten here, but stay at the card provider",
    edits: [
      {
        file: 'services/billing/dist/card-erasure/card-erasure.controller.js',
        find: 'await this.savedCards.forgetCustomer(customerId)',
        replace: "'forgotten'",
      },
    ],
    kinds: ['billing.erasure.before-detach'],
    circumstance: 'erasure',
    rounds: 1,
    breaks: 'erased-cards-detached',
  },
  {
    name: 'erased-addresses-kept',
    bug: "an erased agent's address stays in the log of deliveries",
    edits: [
      {
        file: 'services/notifier/dist/agent-erasure/agent-erasure.service.js',
        find: "if ((await this.repository.removeFromDeliveries(tx, buyerId)).areLeft) return 'more';",
        replace: '',
      },
    ],
    kinds: ['notifier.erasure.after-begin-commit'],
    circumstance: 'erasure',
    rounds: 2,
    breaks: 'erased-agents-forgotten',
  },
  {
    name: 'lost-messages-count-as-waiting',
    bug: 'the sweeper takes an empty queue for one in which every message still waits',
    edits: [
      {
        file: 'libs/bullmq-transport/dist/job-publisher.js',
        find: 'Math.max(0, this.redis.clock.now() - (oldestAt ?? Infinity))',
        replace: '(oldestAt === undefined ? 86_400_000 : Math.max(0, this.redis.clock.now() - oldestAt))',
      },
    ],
    kinds: ['redis.flushed-billing-down', 'redis.flushed-router-down'],
    circumstance: 'plain',
    rounds: 2,
    breaks: 'nothing-stuck',
  },
  ...routingMutants,
  ...recordMutants,
  ...moneyBackMutants,
  ...recoveryMutants,
  ...channelMutants,
];
