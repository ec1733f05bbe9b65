import { notFound, type Reply } from '../http/exchange.js';
import type { Mail } from '../inbox/parse-mail.js';
import type { RecentItems } from '../inbox/recent-items.js';
import type { PaymentIntent } from '../stripe/objects.js';
import type { SandboxControl } from './control.js';

const MAX_OVERVIEW_ROWS = 100;
const MAX_PAGE_SIZE = 10_000;

interface Received {
  readonly receivedAt: string;
  readonly lastReceivedAt?: string;
  readonly to?: unknown;
  readonly name?: string;
}

/** Applies `?since=<ISO>&to=<part of an address>&name=<hook>&limit=<n>`. Oldest first; `since` is exclusive. */
export function filterReceived(items: readonly Received[], query: string): Received[] {
  const params = new URLSearchParams(query);
  const since = params.get('since') ?? '';
  const to = params.get('to') ?? '';
  const name = params.get('name');
  const limit = Number(params.get('limit') ?? Number.MAX_SAFE_INTEGER);
  return items
    .filter((item) => (item.lastReceivedAt ?? item.receivedAt) > since)
    .filter((item) => name === null || item.name === name)
    .filter((item) => to === '' || String(item.to).includes(to))
    .slice(0, Number.isNaN(limit) ? undefined : limit);
}

const toSummary = (control: SandboxControl, intent: PaymentIntent) => {
  const charge = control.store.charges.get(intent.latest_charge ?? '');
  const { id, amount, amount_received, currency, status, customer, payment_method, latest_charge } = intent;
  return {
    id,
    amount,
    amount_received,
    currency,
    status,
    customer,
    payment_method,
    latest_charge,
    amount_refunded: charge?.amount_refunded ?? 0,
    decline_code: intent.last_payment_error?.decline_code ?? null,
    metadata: intent.metadata,
    created: intent.created,
  };
};

/** Applies `?limit=<n>&starting_after=<id>&customer=<id>`. Returns summaries, newest first. */
export function listPaymentIntents(control: SandboxControl, query: string): object {
  const params = new URLSearchParams(query);
  const limit = Number(params.get('limit') ?? 1_000);
  const customer = params.get('customer');
  const page = control.store.paymentIntents.page(
    {
      limit: Math.min(Math.max(Number.isInteger(limit) ? limit : 1_000, 1), MAX_PAGE_SIZE),
      startingAfter: params.get('starting_after') ?? undefined,
    },
    customer === null ? undefined : `customer:${customer}`,
  );
  return {
    total: control.store.paymentIntents.size,
    has_more: page.hasMore,
    payment_intents: page.data.map((intent) => toSummary(control, intent)),
  };
}

/** Returns the total and the newest items of each kind, for the page. */
export function getOverview(control: SandboxControl): object {
  const { inbox, push, slack, store, webhooks } = control;
  const firstPage = { limit: MAX_OVERVIEW_ROWS };
  const toTab = <T>(items: RecentItems<T>, toRow: (item: T) => object) => ({
    total: items.size,
    newest: items.listNewest(MAX_OVERVIEW_ROWS).map(toRow),
  });
  const asIs = (item: object): object => item;
  return {
    mails: toTab(inbox.mails, ({ headers: _headers, html, ...mail }) => ({ ...mail, html: html !== '' })),
    payments: {
      total: store.paymentIntents.size,
      newest: store.paymentIntents.page(firstPage).data.map((intent) => toSummary(control, intent)),
    },
    refunds: { total: store.refunds.size, newest: store.refunds.page(firstPage).data },
    webhooks: toTab(webhooks.log, asIs),
    sms: toTab(inbox.sms, asIs),
    slack: toTab(inbox.slack, (message) => ({
      ...message,
      channel: slack.nameOf(message.destination),
      refusal: slack.refusalOf(message.destination),
    })),
    pushes: toTab(inbox.pushes, (message) => ({ ...message, answer: push.answerOf(message.subscription) })),
    hooks: toTab(inbox.hooks, asIs),
    faults: control.faults.list(),
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
