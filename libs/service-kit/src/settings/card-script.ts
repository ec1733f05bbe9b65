/** Scripts from this host are part of the card form, where agents enter their cards. */
const CARD_SCRIPT_ORIGIN = 'https://js.stripe.com';

/** Whether a script comes from the card provider itself. */
export const isCardProviderScript = (url: string): boolean => URL.parse(url)?.origin === CARD_SCRIPT_ORIGIN;
