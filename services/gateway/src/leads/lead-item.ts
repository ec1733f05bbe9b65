import { type LeadItem, type SoldLead, toDecimal } from '@desk/contracts';

/** Converts a lead for the browser, with its price as a decimal. */
export const toLeadItem = <L extends Pick<SoldLead, 'amountCents'>>({
  amountCents,
  ...lead
}: L): Omit<L, 'amountCents'> & Pick<LeadItem, 'price'> => ({ ...lead, price: toDecimal(amountCents) });
