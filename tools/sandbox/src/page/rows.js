/* global document */

/** A node with attributes and children. Text goes in as text, never as markup. */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value));
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

export function clock(when) {
  const date = new Date(when);
  const today = new Date().toDateString() === date.toDateString();
  const iso = date.toISOString();
  return node(
    'time',
    { datetime: iso, title: iso },
    today ? CLOCK.format(date) : `${DAY.format(date)}, ${CLOCK.format(date)}`,
  );
}

export const dollars = (cents) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
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

function lastAnswer({ last }) {
  if (!last) return '–';
  return `${last.status ?? last.error ?? '–'} in ${last.ms} ms`;
}

/** Per tab: column titles, and one row's cells. `number` columns are set right. */
export const tables = {
  payments: {
    empty: 'No payment yet. A lead that is sold to a buyer with a card shows here.',
    columns: ['Created', '#Amount', 'State', 'Payment', 'Customer', 'Metadata'],
    row: (one) => [
      clock(one.created * 1000),
      one.amount_refunded > 0
        ? `${dollars(one.amount)} (−${dollars(one.amount_refunded)})`
        : dollars(one.amount),
      state(one.status, one.decline_code),
      code(one.id),
      code(one.customer),
      metadata(one.metadata),
    ],
  },
  refunds: {
    empty: 'No refund yet.',
    columns: ['Created', '#Amount', 'State', 'Refund', 'Payment', 'Reason'],
    row: (one) => [
      clock(one.created * 1000),
      dollars(one.amount),
      state(one.status),
      code(one.id),
      code(one.payment_intent),
      one.reason ?? '–',
    ],
  },
  webhooks: {
    empty: 'No event yet. Each payment, card and refund makes one, and it is sent signed to the application.',
    columns: ['Made', 'Event', 'State', '#Attempts', 'Last answer', 'About'],
    row: (one) => [
      clock(one.createdAt),
      one.type,
      state(one.state),
      String(one.attempts),
      lastAnswer(one),
      code(one.objectId),
    ],
  },
  sms: {
    empty: 'No SMS yet.',
    columns: ['Arrived', 'Direction', 'From', 'To', 'Text'],
    row: (one) => [clock(one.receivedAt), one.direction, one.from, one.to, one.body],
  },
  slack: {
    empty: 'No Slack message yet.',
    columns: ['Arrived', 'Destination', 'Text'],
    row: (one) => [
      clock(one.receivedAt),
      code(one.destination),
      one.text || node('pre', {}, JSON.stringify(one.payload, null, 2)),
    ],
  },
};

export function tableOf({ columns, row }, rows, caption) {
  const names = columns.map((column) => column.replace('#', ''));
  const kind = (index) => (columns[index].startsWith('#') ? 'number' : undefined);
  const head = names.map((name, index) => node('th', { scope: 'col', class: kind(index) }, name));
  const body = rows.map((one) =>
    node(
      'tr',
      {},
      ...row(one).map((cell, index) => node('td', { 'data-label': names[index], class: kind(index) }, cell)),
    ),
  );
  return node(
    'table',
    { 'aria-label': caption },
    node('thead', {}, node('tr', {}, ...head)),
    node('tbody', {}, ...body),
  );
}
