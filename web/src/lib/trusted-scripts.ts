import { PUSH_WORKER_PATH } from '@desk/contracts/notifications/push.values';

/** What of Trusted Types this file needs. Browsers without it ignore the policy, and load what the server's policy allows. */
interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown;
}

const STRIPE_SCRIPT = /^https:\/\/([a-z0-9-]+\.)?js\.stripe\.com\//;
const allowed = new Set<string>();

/** Whether the page may load a script from this URL after it was opened. */
export const isTrustedScript = (url: string): boolean =>
  STRIPE_SCRIPT.test(url) || url === PUSH_WORKER_PATH || allowed.has(url);

/** Allows the stand-in for Stripe.js, which only systems without the real one have. */
export function trustScript(url: string): void {
  allowed.add(url);
}

/**
 * Stripe.js, and stripe-js, which injects it, can only use the policy named `default`
 * (https://docs.stripe.com/security/guide#content-security-policy). No HTML and no script is ever made of text: for these
 * the policy has no rule, so the browser refuses.
 */
export function createScriptPolicy(): void {
  const types = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined;
  types?.createPolicy('default', { createScriptURL: (url) => (isTrustedScript(url) ? url : null) });
}
