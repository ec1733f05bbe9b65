import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, ApiFailure } from './api-client.js';
import { fetchFrom } from './fetch-from.js';

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
