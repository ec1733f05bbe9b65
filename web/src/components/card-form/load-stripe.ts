import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { QueryClient } from '@tanstack/react-query';
import { routeQuery } from '@/lib/route-query';
import { trustScript } from '@/lib/trusted-scripts';

const TIMEOUT_MS = 15_000;
const STRIPE_ORIGIN = 'https://js.stripe.com';

/** Loads a stand-in for Stripe.js. stripe-js cannot load from another URL, but it reuses an existing `window.Stripe`. */
function injectScript(url: string): Promise<void> {
  if (Reflect.has(window, 'Stripe')) return Promise.resolve();
  return new Promise((resolve, reject) => {
    trustScript(url);
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error("the card provider's script could not be loaded"));
    });
    document.head.append(script);
  });
}

const withTimeout = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error("the card provider's script timed out")), TIMEOUT_MS);
    }),
  ]);

/** Rejects when the script is blocked or slow. Safe to retry. */
export async function loadCardProvider(queryClient: QueryClient): Promise<Stripe> {
  // Read at runtime, because one build serves every environment.
  const { stripeJsUrl, stripePublishableKey } = await queryClient.query(routeQuery('getConfig'));
  const isStripe = new URL(stripeJsUrl, location.origin).origin === STRIPE_ORIGIN;
  if (!isStripe) await withTimeout(injectScript(stripeJsUrl));
  const stripe = await withTimeout(loadStripe(stripePublishableKey));
  if (!stripe) throw new Error('Stripe.js is unavailable outside a browser');
  return stripe;
}
