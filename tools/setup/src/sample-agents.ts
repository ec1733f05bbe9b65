import { AgentClient } from './agent-client.js';
import { ApiClient, ApiFailure } from './api-client.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchFrom } from './fetch-from.js';

export interface SampleAgent {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly companyName: string;
  readonly dailyLeadLimit: number;
  /** One of the card provider's test cards. */
  readonly card: string;
  /** Shown behind the name, for a card with a special behavior. */
  readonly remark?: string;
}

export const sampleAgents: readonly SampleAgent[] = [
  {
    firstName: 'Declan',
    lastName: 'Price',
    email: 'declan@example.com',
    phone: '+12125550104',
    companyName: '',
    dailyLeadLimit: 25,
    card: 'pm_card_chargeCustomerFail',
    remark: 'his card declines',
  },
  {
    firstName: 'Grace',
    lastName: 'Hill',
    email: 'grace@example.com',
    phone: '+12125550101',
    companyName: 'Hill Retirement',
    dailyLeadLimit: 100,
    card: 'pm_card_visa',
  },
  {
    firstName: 'Omar',
    lastName: 'Reyes',
    email: 'omar@example.com',
    phone: '+12125550102',
    companyName: 'Reyes & Partners',
    dailyLeadLimit: 100,
    card: 'pm_card_mastercard',
  },
];

/**
 * Registers the agent, sets the daily limit and saves the card through the public API, unless that was done before. The
 * card comes last, because an account with a card counts as complete and is not changed again. `confirmsEmail` needs
 * the sandbox's inbox.
 */
export async function seedAgent(
  agent: SampleAgent,
  password: string,
  urls: { web: string; sandbox: string },
  publishableKey: string,
  { confirmsEmail = false }: { confirmsEmail?: boolean } = {},
): Promise<void> {
  const { card, dailyLeadLimit, remark: _remark, ...profile } = agent;
  const api = new ApiClient(urls.web);
  const client = new AgentClient(api, { sandboxUrl: urls.sandbox, publishableKey });
  try {
    await client.register(profile, password);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== 'EMAIL_TAKEN') throw error;
    if (!(await trySignIn(client, agent.email, password))) return;
  }
  const account = await client.getAccount();
  if (account.stripePaymentMethodId) return;
  if (account.dailyLeadLimit !== dailyLeadLimit) await client.setDailyLimit(dailyLeadLimit);
  if (confirmsEmail && account.emailConfirmation) await confirmAddress(api, agent.email, urls.sandbox);
  await client.saveCard(card);
}

/** Signs in. Returns false if the password was changed. */
async function trySignIn(client: AgentClient, email: string, password: string): Promise<boolean> {
  try {
    await client.signIn(email, password);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'INVALID_CREDENTIALS') return false;
    throw error;
  }
}

const POLL_INTERVAL_MS = 100;
const WELCOME_EMAIL_TIMEOUT_MS = 5_000;
const RESENT_EMAIL_TIMEOUT_MS = 20_000;

/**
 * Confirms the email address of the signed-in agent with a link in the sandbox's inbox. The inbox may hold links of an
 * erased account with this address, or may have been cleared.
 */
export async function confirmAddress(api: ApiClient, email: string, sandboxUrl: string): Promise<void> {
  const expired = new Set<string>();
  if (await confirmWithin(WELCOME_EMAIL_TIMEOUT_MS)) return;
  await api.call('POST', '/api/user/resend-confirmation', {});
  if (!(await confirmWithin(RESENT_EMAIL_TIMEOUT_MS)))
    throw new Error(`no confirmation link arrived for ${email}`);

  async function confirmWithin(timeoutMs: number): Promise<boolean> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const tokens = (await listTokens(email, sandboxUrl)).filter((token) => !expired.has(token));
      for (const token of tokens) {
        if (await tryToken(api, token)) return true;
        expired.add(token);
      }
      if (Date.now() >= deadline) return false;
      await sleep(POLL_INTERVAL_MS);
    }
  }
}

/** Returns false for a link that has expired. */
async function tryToken(api: ApiClient, token: string): Promise<boolean> {
  try {
    await api.call('POST', '/api/auth/confirm-email', { token });
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'LINK_EXPIRED') return false;
    throw error;
  }
}

/** Returns the tokens of all links, newest first. */
async function listTokens(email: string, sandboxUrl: string): Promise<string[]> {
  const response = await fetchFrom(`${sandboxUrl}/sandbox/mails?to=${encodeURIComponent(email)}`);
  const { mails } = (await response.json()) as { mails: { text: string }[] };
  return mails
    .toReversed()
    .flatMap(({ text }) => /\/confirm-email#token=([\w-]+)/.exec(text)?.slice(1) ?? []);
}
