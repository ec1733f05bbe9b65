import type { Appearance } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)');

const subscribe = (listener: () => void): (() => void) => {
  const query = darkScheme();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Passes our colors to Stripe by value: its fields live in an iframe that our CSS does not reach. */
export function useStripeAppearance(): Appearance {
  const isDark = useSyncExternalStore(
    subscribe,
    () => darkScheme().matches,
    () => false,
  );
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('brand'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('muted'),
      colorDanger: color('danger'),
      fontFamily: "'Source Sans 3 Variable', system-ui, sans-serif",
      fontSizeBase: '16px',
      borderRadius: '6px',
      gridRowSpacing: '16px',
    },
  };
}
