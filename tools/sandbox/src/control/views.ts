import { notFound, type Reply } from '../http/exchange.js';
import type { Mail } from '../inbox/inbox.js';
import type { PaymentIntent } from '../stripe/objects.js';
import type { SandboxControl } from './control.js';

const SHOWN = 100;
const MAX_PAGE = 10_000;

/** `?since=<ISO>&to=<part of an address>&limit=<n>`, oldest first. `since` is exclusive. */
export function since<T extends { receivedAt: string; lastReceivedAt?: string; to?: unknown }>(
  things: readonly T[],
  query: string,
): T[] {
  const asked = new URLSearchParams(query);
  const from = asked.get('since') ?? '';
  const to = asked.get('to') ?? '';
  const limit = Number(asked.get('limit') ?? Number.MAX_SAFE_INTEGER);
  return things
    .filter((one) => (one.lastReceivedAt ?? one.receivedAt) > from)
    .filter((one) => to === '' || String(one.to).includes(to))
    .slice(0, Number.isNaN(limit) ? undefined : limit);
}

const summary = (control: SandboxControl, intent: PaymentIntent) => {
  const charge = intent.latest_charge === null ? undefined : control.store.charges.get(intent.latest_charge);
  return {
    id: intent.id,
    amount: intent.amount,
    amount_received: intent.amount_received,
    amount_refunded: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    status: intent.status,
    customer: intent.customer,
    payment_method: intent.payment_method,
    latest_charge: intent.latest_charge,
    decline_code: intent.last_payment_error?.decline_code ?? null,
    metadata: intent.metadata,
    created: intent.created,
  };
};

/** `?limit=<n>&starting_after=<id>&customer=<id>`, newest first, short forms of the intents. */
export function paymentIntents(control: SandboxControl, query: string): object {
  const asked = new URLSearchParams(query);
  const limit = Number(asked.get('limit') ?? 1_000);
  const customer = asked.get('customer');
  const page = control.store.paymentIntents.page(
    {
      limit: Math.min(Math.max(Number.isInteger(limit) ? limit : 1_000, 1), MAX_PAGE),
      startingAfter: asked.get('starting_after') ?? undefined,
    },
    customer === null ? undefined : `customer:${customer}`,
  );
  return {
    total: control.store.paymentIntents.size,
    has_more: page.hasMore,
    payment_intents: page.data.map((intent) => summary(control, intent)),
  };
}

/** What the page shows: how many of each, and the newest of them. */
export function overview(control: SandboxControl): object {
  const { inbox, store, webhooks } = control;
  const newest = { limit: SHOWN };
  return {
    mails: {
      total: inbox.mails.size,
      newest: inbox.mails
        .newest(SHOWN)
        .map(({ headers: _headers, html, text, ...mail }) => ({ ...mail, html: html !== '', text })),
    },
    payments: {
      total: store.paymentIntents.size,
      newest: store.paymentIntents.page(newest).data.map((intent) => summary(control, intent)),
    },
    refunds: { total: store.refunds.size, newest: store.refunds.page(newest).data },
    webhooks: { total: webhooks.log.size, newest: webhooks.log.newest(SHOWN) },
    sms: { total: inbox.sms.size, newest: inbox.sms.newest(SHOWN) },
    slack: { total: inbox.slack.size, newest: inbox.slack.newest(SHOWN) },
    faults: control.faults.list(),
  };
}

/** A mail as a document of its own that can run nothing, load nothing and send nothing. */
export function mailHtml(mail: Mail | undefined): Reply {
  if (!mail || mail.html === '') return notFound('No such mail, or it has no HTML part.');
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
