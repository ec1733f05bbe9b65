import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { CardConfig } from './card-config';

const TIMEOUT_MS = 15_000;
const PROVIDER = 'https://js.stripe.com';

/** stripe-js only knows its own address; it takes a `window.Stripe` that is there already. */
function injectScript(url: string): Promise<void> {
  if (Reflect.has(window, 'Stripe')) return Promise.resolve();
  return new Promise((resolve, reject) => {
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

const inTime = <T>(promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error("the card provider's script took too long")), TIMEOUT_MS);
    }),
  ]);

/** Rejects when the script is blocked or slow; may be called again then. */
export async function loadCardProvider({ stripeJsUrl, stripePublishableKey }: CardConfig): Promise<Stripe> {
  const isOwn = new URL(stripeJsUrl, location.origin).origin === PROVIDER;
  if (!isOwn) await inTime(injectScript(stripeJsUrl));
  const stripe = await inTime(loadStripe(stripePublishableKey));
  if (!stripe) throw new Error('there is no card provider here');
  return stripe;
}
