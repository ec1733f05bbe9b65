/* global document, CSS, EventSource, location, history, addEventListener, matchMedia */
import { clock, node, tableOf, tables } from './rows.js';

const TABS = [
  ['mails', 'Email'],
  ['payments', 'Payments'],
  ['refunds', 'Refunds'],
  ['webhooks', 'Webhooks'],
  ['sms', 'SMS'],
  ['slack', 'Slack'],
  ['hooks', 'Agents’ webhooks'],
  ['pushes', 'Browser notifications'],
];
const tabs = document.getElementById('tabs');
const panel = document.getElementById('panel');
const live = document.getElementById('live');

let data;
let openMailId;
let showAsText = false;
/** Identifies the rendered email, so that unchanged ones are not rendered again. */
let renderedMailKey = '';

const activeTab = () => TABS.find(([id]) => `#${id}` === location.hash)?.[0] ?? 'mails';

function selectTab(id) {
  history.replaceState(null, '', `#${id}`);
  render();
  document.getElementById(`tab-${id}`).focus();
}

function moveTab(event) {
  const index = TABS.findIndex(([id]) => id === activeTab());
  const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: TABS.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  selectTab(TABS[(target + TABS.length) % TABS.length][0]);
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
        onclick: () => selectTab(id),
        onkeydown: moveTab,
      },
      label,
      node('span', {}),
    ),
  );

function mailButton(mail, currentId) {
  const repeated = mail.count > 1 ? ` · ${mail.count} times` : '';
  return node(
    'li',
    {},
    node(
      'button',
      {
        type: 'button',
        'data-mail': mail.id,
        'aria-current': String(mail.id === currentId),
        onclick: () => openMail(mail.id),
      },
      node('strong', {}, mail.subject || '(no subject)'),
      clock(mail.receivedAt),
      node('span', {}, `${mail.to.join(', ')}${repeated}`),
    ),
  );
}

function openMail(id) {
  openMailId = id;
  render();
  if (matchMedia('(max-width: 760px)').matches) panel.querySelector('.back')?.focus();
}

function closeMail() {
  const closedId = openMailId;
  openMailId = undefined;
  render();
  panel.querySelector(`[data-mail="${CSS.escape(closedId)}"]`)?.focus();
}

function toggle(label, pressed, onclick) {
  return node('button', { type: 'button', 'aria-pressed': String(pressed), onclick }, label);
}

function mailView(mail) {
  const text = showAsText || !mail.html;
  const show = (wanted) => () => {
    showAsText = wanted;
    renderedMailKey = '';
    render();
  };
  return node(
    'article',
    { class: 'mail', 'aria-label': 'Email' },
    node('h2', {}, mail.subject || '(no subject)'),
    node(
      'dl',
      {},
      ...[
        ['From', mail.from],
        ['To', mail.to.join(', ')],
        ['Received', mail.receivedAt],
        ['Message-ID', mail.messageId || '–'],
        ['Delivered', mail.count === 1 ? 'once' : `${mail.count} times, last ${mail.lastReceivedAt}`],
      ].flatMap(([term, value]) => [node('dt', {}, term), node('dd', {}, value)]),
    ),
    node(
      'div',
      { class: 'actions' },
      node('button', { type: 'button', class: 'back', onclick: closeMail }, 'Back to the list'),
      mail.html ? toggle('Rendered', !text, show(false)) : undefined,
      mail.html ? toggle('Text', text, show(true)) : undefined,
    ),
    text
      ? node('pre', { tabindex: '0' }, mail.text || '(no text part)')
      : node('iframe', {
          sandbox: '',
          title: 'Rendered email',
          src: `/sandbox/mails/${encodeURIComponent(mail.id)}/html`,
        }),
  );
}

function renderMails({ newest }) {
  const wide = !matchMedia('(max-width: 760px)').matches;
  const mail = newest.find(({ id }) => id === openMailId) ?? (wide ? newest[0] : undefined);
  const list = node(
    'ul',
    { class: 'mails', 'aria-label': 'Emails, newest first' },
    ...newest.map((item) => mailButton(item, mail?.id)),
  );
  const old = panel.querySelector('.mailbox');
  const key = mail ? `${mail.id} ${mail.count} ${showAsText}` : '';
  if (old && key === renderedMailKey) {
    // Keeps the open email as it is, so that its frame neither reloads nor loses its scroll position.
    const scrollTop = old.querySelector('.mails').scrollTop;
    old.querySelector('.mails').replaceWith(list);
    list.scrollTop = scrollTop;
    old.classList.toggle('open', openMailId !== undefined);
    return;
  }
  renderedMailKey = key;
  panel.replaceChildren(
    node(
      'div',
      { class: openMailId === undefined ? 'mailbox' : 'mailbox open' },
      list,
      mail && mailView(mail),
    ),
  );
}

function render() {
  const current = activeTab();
  for (const [id] of TABS) {
    const tab = document.getElementById(`tab-${id}`);
    tab.setAttribute('aria-selected', String(id === current));
    tab.tabIndex = id === current ? 0 : -1;
    if (id === current) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    tab.querySelector('span').textContent = data ? String(data[id].total) : '';
  }
  panel.setAttribute('aria-labelledby', `tab-${current}`);
  if (!data) return;
  const shown = data[current];
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset?.mail : undefined;
  if (current !== 'mails') renderedMailKey = '';
  if (shown.total === 0)
    panel.replaceChildren(
      node(
        'p',
        { class: 'empty' },
        tables[current]?.empty ?? 'No email yet. Emails from the application appear here immediately.',
      ),
    );
  else if (current === 'mails') renderMails(shown);
  else
    panel.replaceChildren(
      shown.total > shown.newest.length
        ? node('p', { class: 'note' }, `Showing the newest ${shown.newest.length} of ${shown.total}.`)
        : '',
      tableOf(tables[current], shown.newest, TABS.find(([id]) => id === current)[1]),
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
