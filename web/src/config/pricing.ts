import { formatPrice } from '@desk/contracts/format/price';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';

/** The price per lead as pages show it. */
export const LEAD_PRICE = formatPrice(LEAD_PRICE_CENTS);

/** Formats the most a day can cost with this daily limit. */
export const formatDailyCost = (leads: number): string => formatPrice(leads * LEAD_PRICE_CENTS);
