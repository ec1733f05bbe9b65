import type { CardOnFile } from '@desk/contracts/billing/billing.http';

export type Card = NonNullable<CardOnFile['card']>;

/** Stripe's brand codes and the names printed on cards. */
const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export const formatBrand = (brand: string): string => brands[brand.toLowerCase()] ?? 'Card';

/** Formats as MM/YYYY: '04/2027'. */
export const formatExpiry = ({ expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>): string =>
  `${String(expMonth).padStart(2, '0')}/${expYear}`;

/** `declined`: no leads until it works again or is replaced. `expires-soon`: at the end of this month. */
export type CardState = 'ready' | 'expires-soon' | 'expired' | 'declined';

export function getCardState({ card, usable }: CardOnFile, now: Date): CardState {
  if (!usable) return 'declined';
  if (card === null) return 'ready';
  const monthsLeft = (card.expYear - now.getFullYear()) * 12 + card.expMonth - (now.getMonth() + 1);
  if (monthsLeft < 0) return 'expired';
  return monthsLeft === 0 ? 'expires-soon' : 'ready';
}
