import { matches } from './filter-invariants.js';

/** Whether a lead can be sold now: the card provider answers, and a buyer who has not declined it is eligible. */
export const canBeTaken = (lead: string): string =>
  `((SELECT is_available FROM leads.provider_status)
    AND EXISTS (SELECT 1 FROM leads.buyers b
                 WHERE NOT b.id = ANY (${lead}.declined_by)
                   AND b.is_eligible AND ${matches(lead, 'b.filter_')}))`;
