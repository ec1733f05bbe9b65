import { type LeadItem, type SoldLead, toDecimal } from '@desk/contracts';

/** A lead as the browser sees it: money as a decimal. */
export const toLeadItem = <L extends Pick<SoldLead, 'amountCents'>>({
  amountCents,
  ...lead
}: L): Omit<L, 'amountCents'> & Pick<LeadItem, 'price'> => ({ ...lead, price: toDecimal(amountCents) });
