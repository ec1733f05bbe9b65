import { PUSH_WORKER_PATH } from '@desk/contracts/notifications/push.values';

/** The part of Trusted Types that this file needs. Without it, only the server's Content Security Policy applies. */
interface TrustedTypes {
  createPolicy: (name: 'default', rules: { createScriptURL: (url: string) => string | null }) => unknown;
}

const STRIPE_SCRIPT = /^https:\/\/([a-z0-9-]+\.)?js\.stripe\.com\//;
const allowed = new Set<string>();

/** Whether the page may load a script from this URL at runtime. */
export const isTrustedScript = (url: string): boolean =>
  STRIPE_SCRIPT.test(url) || url === PUSH_WORKER_PATH || allowed.has(url);

/** Allows the sandbox's replacement for Stripe.js. */
export function trustScript(url: string): void {
  allowed.add(url);
}

/**
 * Creates the policy `default`, the only one that Stripe.js and its loader can use
 * (https://docs.stripe.com/security/guide#content-security-policy). It allows no HTML or inline script from text.
 */
export function createScriptPolicy(): void {
  const types = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined;
  types?.createPolicy('default', { createScriptURL: (url) => (isTrustedScript(url) ? url : null) });
}
