import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client.js';

const POLL_INTERVAL_MS = 100;
const WELCOME_EMAIL_TIMEOUT_MS = 5_000;
const RESENT_EMAIL_TIMEOUT_MS = 20_000;

/** Confirms the email address of the signed-in agent with the newest link in the sandbox's inbox. */
export async function confirmAddress(api: ApiClient, email: string, sandboxUrl: string): Promise<void> {
  let token = await waitForToken(email, sandboxUrl, WELCOME_EMAIL_TIMEOUT_MS);
  if (token === undefined) {
    // The inbox of an earlier run may have been cleared.
    await api.call('POST', '/api/user/resend-confirmation', {});
    token = await waitForToken(email, sandboxUrl, RESENT_EMAIL_TIMEOUT_MS);
  }
  if (token === undefined) throw new Error(`no confirmation link arrived for ${email}`);
  await api.call('POST', '/api/auth/confirm-email', { token });
}

async function waitForToken(
  email: string,
  sandboxUrl: string,
  timeoutMs: number,
): Promise<string | undefined> {
  const deadline = Date.now() + timeoutMs;
  do {
    const response = await fetch(`${sandboxUrl}/sandbox/mails?to=${encodeURIComponent(email)}`);
    const { mails } = (await response.json()) as { mails: { text: string }[] };
    for (const { text } of mails.toReversed()) {
      const token = /\/confirm-email#token=([\w-]+)/.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    await sleep(POLL_INTERVAL_MS);
  } while (Date.now() < deadline);
  return undefined;
}
