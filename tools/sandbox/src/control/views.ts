import { notFound, type Reply } from '../http/exchange.js';
import type { Mail } from '../inbox/parse-mail.js';
import type { RecentItems } from '../inbox/recent-items.js';
import type { PaymentIntent } from '../stripe/objects.js';
import type { SandboxControl } from './control.js';

const MAX_OVERVIEW_ROWS = 100;

interface Received {
  readonly receivedAt: string;
  readonly to?: unknown;
  readonly name?: string;
}

/** Applies `?to=<part of an address>&name=<hook>`. */
export function filterReceived(items: readonly Received[], query: string): Received[] {
  const params = new URLSearchParams(query);
  const to = params.get('to') ?? '';
  const name = params.get('name');
  return items
    .filter((item) => name === null || item.name === name)
    .filter((item) => to === '' || String(item.to).includes(to));
}

const toSummary = (control: SandboxControl, intent: PaymentIntent) => {
  const charge = control.store.charges.get(intent.latest_charge ?? '');
  const { id, amount, amount_received, currency, status, customer, metadata, created } = intent;
  return {
    id,
    amount,
    amount_received,
    currency,
    status,
    customer,
    amount_refunded: charge?.amount_refunded ?? 0,
    decline_code: intent.last_payment_error?.decline_code ?? null,
    metadata,
    created,
  };
};

const listSummaries = (control: SandboxControl, limit: number) =>
  control.store.paymentIntents.page({ limit }).data.map((intent) => toSummary(control, intent));

/** Returns summaries, newest first. */
export const listPaymentIntents = (control: SandboxControl): object => ({
  payment_intents: listSummaries(control, Infinity),
});

/** Returns the total and the newest items of each kind, for the page. */
export function getOverview(control: SandboxControl): object {
  const { inbox, push, slack, store, webhooks } = control;
  const toTab = <T>(items: RecentItems<T>, toRow: (item: T) => object) => ({
    total: items.size,
    newest: items.listNewest(MAX_OVERVIEW_ROWS).map(toRow),
  });
  const asIs = (item: object): object => item;
  return {
    mails: toTab(inbox.mails, ({ html, ...mail }) => ({ ...mail, html: html !== '' })),
    payments: {
      total: store.paymentIntents.size,
      newest: listSummaries(control, MAX_OVERVIEW_ROWS),
    },
    refunds: { total: store.refunds.size, newest: store.refunds.page({ limit: MAX_OVERVIEW_ROWS }).data },
    webhooks: toTab(webhooks.log, asIs),
    sms: toTab(inbox.sms, asIs),
    slack: toTab(inbox.slack, (message) => ({
      ...message,
      channel: slack.nameOf(message.destination),
      refusal: slack.refusalOf(message.destination),
    })),
    pushes: toTab(inbox.pushes, (message) => ({ ...message, answer: push.answerOf(message.subscription) })),
    hooks: toTab(inbox.hooks, asIs),
  };
}

/** Returns the HTML body as a document that cannot run scripts, load resources, or submit forms. */
export function toMailDocument(mail: Mail | undefined): Reply {
  if (!mail || mail.html === '') return notFound('Email not found, or it has no HTML body.');
  return {
    status: 200,
    text: mail.html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      'referrer-policy': 'no-referrer',
    },
  };
}
