/** The card provider's API, unless `STRIPE_API_BASE` replaces it in development. */
export const API_BASE = 'https://api.stripe.com';
