import type { Exchange, Reply } from '../http/exchange.js';
import { TEAM } from './api.js';
import type { SlackWorkspace } from './workspace.js';

interface Rules {
  readonly slackClientId?: string;
  /** Where the browser may be sent back to; undefined allows everywhere. */
  readonly publicUrl?: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');

const toPage = (status: number, body: string): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    // The form's answer is a redirect to the application, so form-action is not limited.
    'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  },
  text: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Add to Slack (sandbox)</title>
    <link rel="stylesheet" href="/sandbox/page.css" />
  </head>
  <body><main class="consent">${body}</main></body>
</html>`,
});

const toForm = (query: URLSearchParams): string => `
  <h1>Allow Annuity Desk to post in the workspace “${TEAM.name}”?</h1>
  <p>This page stands in for Slack. It asks for: ${escapeHtml((query.get('scope') ?? '').replaceAll(',', ', '))}.</p>
  <form method="post" action="/oauth/v2/authorize">
    ${['client_id', 'redirect_uri', 'state']
      .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(query.get(name) ?? '')}" />`)
      .join('\n    ')}
    <label>Channel <input name="channel" value="leads" pattern="[a-z0-9_\\-]{1,80}" required autocomplete="off" /></label>
    <p class="actions">
      <button name="answer" value="allow">Allow</button>
      <button name="answer" value="cancel" formnovalidate>Cancel</button>
    </p>
  </form>`;

function findProblem(query: URLSearchParams, { slackClientId, publicUrl }: Rules): string | undefined {
  if (slackClientId !== undefined && query.get('client_id') !== slackClientId)
    return 'Invalid client_id parameter';
  const target = URL.parse(query.get('redirect_uri') ?? '');
  const isAllowed =
    target &&
    /^https?:$/.test(target.protocol) &&
    (!publicUrl || target.origin === new URL(publicUrl).origin);
  return isAllowed ? undefined : 'redirect_uri did not match any configured URIs';
}

/** Simulates Slack's page for installing an app: shows the page, and sends the browser back with the answer. */
export function handleAuthorize(exchange: Exchange, workspace: SlackWorkspace, rules: Rules): Reply {
  const isAnswer = exchange.method === 'POST';
  const query = new URLSearchParams(isAnswer ? exchange.body : exchange.query);
  const problem = findProblem(query, rules);
  if (problem !== undefined) return toPage(400, `<h1>Something is wrong</h1><p>${problem}</p>`);
  if (!isAnswer) return toPage(200, toForm(query));
  const redirectUri = query.get('redirect_uri') ?? '';
  const channel = query.get('channel') ?? '';
  const target = new URL(redirectUri);
  target.searchParams.set('state', query.get('state') ?? '');
  if (query.get('answer') !== 'allow') target.searchParams.set('error', 'access_denied');
  else if (/^[a-z0-9_-]{1,80}$/.test(channel))
    target.searchParams.set('code', workspace.install(channel, redirectUri));
  else return toPage(400, '<h1>Something is wrong</h1><p>This is not a channel name.</p>');
  return { status: 302, headers: { location: target.href }, text: '' };
}
