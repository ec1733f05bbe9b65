import { formatPrice } from '@desk/contracts/format/price';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';

/** The price per lead in display format. */
export const LEAD_PRICE = formatPrice(LEAD_PRICE_CENTS);

/** Must say the same as the terms of service. */
export const REFUND_RULE =
  'All sales are final. You get your money back only if a lead was not delivered, or if you were charged twice. A wrong number does not lead to a refund.';

/** Formats the maximum cost of a day with this daily limit. */
export const formatDailyCost = (leads: number): string => formatPrice(leads * LEAD_PRICE_CENTS);
