/* global document */

/** Creates a node. Text children are inserted as text, never as markup. */
export function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

const TIME_FORMAT = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DATE_FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export function clock(when) {
  const date = new Date(when);
  const today = new Date().toDateString() === date.toDateString();
  const iso = date.toISOString();
  return node(
    'time',
    { datetime: iso, title: iso },
    today ? TIME_FORMAT.format(date) : `${DATE_FORMAT.format(date)}, ${TIME_FORMAT.format(date)}`,
  );
}

const dollars = (cents) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
const code = (text) => node('code', {}, String(text ?? '–'));

const TONES = {
  succeeded: 'good',
  delivered: 'good',
  pending: 'waiting',
  processing: 'waiting',
  requires_action: 'waiting',
  requires_confirmation: 'waiting',
  requires_payment_method: 'failure',
  failed: 'failure',
  canceled: 'failure',
};
const state = (text, more) => node('span', { class: TONES[text] }, more ? `${text} · ${more}` : text);

const metadata = (values) =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n') || '–';

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function lastAnswer({ last }) {
  if (!last) return '–';
  return `${last.status ?? last.error ?? '–'} in ${last.ms} ms`;
}

const post = (path, body) => () =>
  void fetch(`/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Buttons behind the current state, if any. */
const actions = (current, ...choices) =>
  node(
    'span',
    { class: 'actions' },
    current ? code(current) : undefined,
    ...choices.map(([label, onclick, name]) =>
      node('button', { type: 'button', 'aria-label': name, onclick }, label),
    ),
  );

/** Buttons that answer a message as the phone. */
const answers = ({ from, to }) =>
  actions(
    undefined,
    ...['STOP', 'START', 'HELP'].map((body) => [
      body,
      post('sms/inbound', { from: to, to: from, body }),
      `Answer ${body} from ${to}`,
    ]),
  );

/** Buttons that change what the channel of a message answers from now on. */
const slackSwitches = ({ destination, refusal }) => {
  const set = (error) => post(`slack/${encodeURIComponent(destination)}`, { error });
  return refusal
    ? actions(refusal, ['Restore', set(null)])
    : actions(
        undefined,
        ['Archive the channel', set('is_archived')],
        ['Revoke access', set('token_revoked')],
      );
};

/** Buttons that change what the browser of a notification answers from now on. */
const pushSwitches = ({ subscription, answer }) => {
  const set = (chosen) => post(`push/${encodeURIComponent(subscription)}`, { answer: chosen });
  return answer
    ? actions(answer, ['Restore', set(null)])
    : actions(undefined, ['Withdraw permission', set('gone')]);
};

const slackText = (text) => text?.text ?? '';
/** The blocks of a message, roughly as Slack shows them. */
const slackBlock = ({ text, fields = [], elements = [] }) =>
  node(
    'p',
    {},
    [slackText(text), ...fields.map(slackText)].filter(Boolean).join('\n'),
    ...elements.map((element) => node('a', { href: element.url ?? '#' }, slackText(element.text))),
  );

const slackMessage = ({ text, payload }) =>
  Array.isArray(payload?.blocks)
    ? node('div', { class: 'slack' }, ...payload.blocks.map(slackBlock))
    : text || node('pre', {}, JSON.stringify(payload, null, 2));

/** Columns and cells of each tab's table. Columns that start with `#` are numeric and right-aligned. */
export const tables = {
  payments: {
    empty: 'No payments yet. When a lead is sold to a buyer with a card, the payment appears here.',
    columns: ['Created', '#Amount', 'State', 'Payment', 'Customer', 'Metadata'],
    row: (item) => [
      clock(item.created * 1000),
      item.amount_refunded > 0
        ? `${dollars(item.amount)} (−${dollars(item.amount_refunded)})`
        : dollars(item.amount),
      state(item.status, item.decline_code),
      code(item.id),
      code(item.customer),
      metadata(item.metadata),
    ],
  },
  refunds: {
    empty: 'No refunds yet.',
    columns: ['Created', '#Amount', 'State', 'Refund', 'Payment', 'Reason'],
    row: (item) => [
      clock(item.created * 1000),
      dollars(item.amount),
      state(item.status),
      code(item.id),
      code(item.payment_intent),
      item.reason ?? '–',
    ],
  },
  webhooks: {
    empty: 'No events yet. Each payment, card, and refund sends a signed event to the application.',
    columns: ['Created', 'Event', 'State', '#Attempts', 'Last answer', 'Object'],
    row: (item) => [
      clock(item.createdAt),
      item.type,
      state(item.state),
      String(item.attempts),
      lastAnswer(item),
      code(item.objectId),
    ],
  },
  sms: {
    empty: 'No SMS yet.',
    columns: ['Received', 'Direction', 'From', 'To', 'Text', 'Answer'],
    row: (item) => [
      clock(item.receivedAt),
      item.direction,
      item.from,
      item.to,
      item.body,
      item.direction === 'outbound' ? answers(item) : '',
    ],
  },
  slack: {
    empty: 'No Slack messages yet.',
    columns: ['Received', 'Channel', 'Message', 'Delivery', 'Answer from now on'],
    row: (item) => [
      clock(item.receivedAt),
      item.channel,
      slackMessage(item),
      code(item.payload?.metadata?.event_payload?.delivery_id),
      slackSwitches(item),
    ],
  },
  pushes: {
    empty: 'No browser notifications yet.',
    columns: [
      'Received',
      'Browser',
      'Notification',
      'Topic',
      'Urgency',
      '#Useful for (s)',
      'Answer from now on',
    ],
    row: (item) => [
      clock(item.receivedAt),
      code(item.subscription.slice(0, 8)),
      item.text === null ? 'could not be decrypted' : node('pre', {}, indented(item.text)),
      code(item.topic || '–'),
      item.urgency,
      String(item.ttlSeconds),
      pushSwitches(item),
    ],
  },
  hooks: {
    empty: 'No webhooks yet. An agent can send leads to /hooks/ and any name on this server.',
    columns: ['Received', 'Hook', 'Message', 'Body'],
    row: (item) => [
      clock(item.receivedAt),
      item.name,
      code(item.headers['webhook-id']),
      node('pre', {}, indented(item.body)),
    ],
  },
};

export function tableOf({ columns, row }, rows, caption) {
  const names = columns.map((column) => column.replace('#', ''));
  const kind = (index) => (columns[index].startsWith('#') ? 'number' : undefined);
  const head = names.map((name, index) => node('th', { scope: 'col', class: kind(index) }, name));
  const body = rows.map((item) =>
    node(
      'tr',
      {},
      ...row(item).map((cell, index) => node('td', { 'data-label': names[index], class: kind(index) }, cell)),
    ),
  );
  return node(
    'table',
    { 'aria-label': caption },
    node('thead', {}, node('tr', {}, ...head)),
    node('tbody', {}, ...body),
  );
}
