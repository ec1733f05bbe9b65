/* global document, CSS, EventSource, location, history, addEventListener, matchMedia */
import { clock, node, tableOf, tables } from './rows.js';

const TABS = [
  ['mails', 'Mail'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
  ['webhooks', 'Webhooks'],
  ['sms', 'SMS'],
  ['slack', 'Slack'],
];
const tabs = document.getElementById('tabs');
const panel = document.getElementById('panel');
const live = document.getElementById('live');

let data;
/** The mail read, and whether as text. */
let opened;
let asText = false;
let shownMail = '';

const active = () => TABS.find(([id]) => `#${id}` === location.hash)?.[0] ?? 'mails';

function choose(id) {
  history.replaceState(null, '', `#${id}`);
  render();
  document.getElementById(`tab-${id}`).focus();
}

function moveTab(event) {
  const at = TABS.findIndex(([id]) => id === active());
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  choose(TABS[(to + TABS.length) % TABS.length][0]);
}

for (const [id, label] of TABS)
  tabs.append(
    node(
      'button',
      {
        role: 'tab',
        type: 'button',
        id: `tab-${id}`,
        'aria-controls': 'panel',
        onclick: () => choose(id),
        onkeydown: moveTab,
      },
      label,
      node('span', {}),
    ),
  );

function mailButton(mail, current) {
  const repeated = mail.count > 1 ? ` · ${mail.count} times` : '';
  return node(
    'li',
    {},
    node(
      'button',
      {
        type: 'button',
        'data-mail': mail.id,
        'aria-current': String(mail.id === current),
        onclick: () => open(mail.id),
      },
      node('strong', {}, mail.subject || '(no subject)'),
      clock(mail.receivedAt),
      node('span', {}, `${mail.to.join(', ')}${repeated}`),
    ),
  );
}

function open(id) {
  opened = id;
  render();
  if (matchMedia('(max-width: 760px)').matches) panel.querySelector('.back')?.focus();
}

function close() {
  const was = opened;
  opened = undefined;
  render();
  panel.querySelector(`[data-mail="${CSS.escape(was)}"]`)?.focus();
}

function toggle(label, pressed, onclick) {
  return node('button', { type: 'button', 'aria-pressed': String(pressed), onclick }, label);
}

function mailView(mail) {
  const text = asText || !mail.html;
  const show = (wanted) => () => {
    asText = wanted;
    shownMail = '';
    render();
  };
  return node(
    'article',
    { class: 'mail', 'aria-label': 'Mail' },
    node('h2', {}, mail.subject || '(no subject)'),
    node(
      'dl',
      {},
      ...[
        ['From', mail.from],
        ['To', mail.to.join(', ')],
        ['Arrived', mail.receivedAt],
        ['Message-ID', mail.messageId || '–'],
        ['Delivered', mail.count === 1 ? 'once' : `${mail.count} times, last ${mail.lastReceivedAt}`],
      ].flatMap(([term, value]) => [node('dt', {}, term), node('dd', {}, value)]),
    ),
    node(
      'div',
      { class: 'actions' },
      node('button', { type: 'button', class: 'back', onclick: close }, 'Back to the list'),
      mail.html ? toggle('Rendered', !text, show(false)) : undefined,
      mail.html ? toggle('Text', text, show(true)) : undefined,
    ),
    text
      ? node('pre', { tabindex: '0' }, mail.text || '(no text part)')
      : node('iframe', {
          sandbox: '',
          title: 'Rendered mail',
          src: `/sandbox/mails/${encodeURIComponent(mail.id)}/html`,
        }),
  );
}

function renderMails({ newest }) {
  const wide = !matchMedia('(max-width: 760px)').matches;
  const mail = newest.find(({ id }) => id === opened) ?? (wide ? newest[0] : undefined);
  const list = node(
    'ul',
    { class: 'mails', 'aria-label': 'Mails, newest first' },
    ...newest.map((one) => mailButton(one, mail?.id)),
  );
  const old = panel.querySelector('.mailbox');
  const key = mail ? `${mail.id} ${mail.count} ${asText}` : '';
  if (old && key === shownMail) {
    // The open mail stays as it is, so that its frame neither reloads nor loses its place.
    const scrolled = old.querySelector('.mails').scrollTop;
    old.querySelector('.mails').replaceWith(list);
    list.scrollTop = scrolled;
    old.classList.toggle('open', opened !== undefined);
    return;
  }
  shownMail = key;
  panel.replaceChildren(
    node('div', { class: opened === undefined ? 'mailbox' : 'mailbox open' }, list, mail && mailView(mail)),
  );
}

function render() {
  const now = active();
  for (const [id] of TABS) {
    const tab = document.getElementById(`tab-${id}`);
    tab.setAttribute('aria-selected', String(id === now));
    tab.tabIndex = id === now ? 0 : -1;
    if (id === now) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    tab.querySelector('span').textContent = data ? String(data[id].total) : '';
  }
  panel.setAttribute('aria-labelledby', `tab-${now}`);
  if (!data) return;
  const shown = data[now];
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset?.mail : undefined;
  if (now !== 'mails') shownMail = '';
  if (shown.total === 0)
    panel.replaceChildren(
      node(
        'p',
        { class: 'empty' },
        tables[now]?.empty ?? 'No mail yet. What the application sends shows here at once.',
      ),
    );
  else if (now === 'mails') renderMails(shown);
  else
    panel.replaceChildren(
      shown.total > shown.newest.length
        ? node('p', { class: 'note' }, `The newest ${shown.newest.length} of ${shown.total}.`)
        : '',
      tableOf(tables[now], shown.newest, TABS.find(([id]) => id === now)[1]),
    );
  if (focused) panel.querySelector(`[data-mail="${CSS.escape(focused)}"]`)?.focus();
}

async function refresh() {
  const response = await fetch('/sandbox/overview');
  data = await response.json();
  render();
}

const stream = new EventSource('/sandbox/stream');
stream.onopen = () => {
  live.textContent = 'Live';
  live.classList.add('on');
  void refresh();
};
stream.onerror = () => {
  live.textContent = 'Waiting for the sandbox…';
  live.classList.remove('on');
};
stream.onmessage = () => void refresh();
addEventListener('hashchange', render);
render();
