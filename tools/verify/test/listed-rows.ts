import type { Planted } from './receipt-rows.js';
import { soldLead } from './sale-rows.js';

/** Sold leads on the wrong list or on none, or counted wrongly for reports. */
export const listedRows: readonly Planted[] = [
  [
    'sold-leads-listed',
    'a sold lead that is not listed',
    [...soldLead, 'DELETE FROM leads.sold_leads'],
    // Nothing deletes sold leads, so nothing subtracts them.
    ['sales-counted'],
  ],
  [
    'sold-leads-listed',
    'a lead that is listed for somebody else',
    [...soldLead, 'UPDATE leads.sold_leads SET buyer_id = gen_random_uuid()'],
    ['sales-counted'],
  ],
  [
    'sales-counted',
    'a lead that is counted twice',
    [...soldLead, "UPDATE leads.sale_counts SET leads = 2 WHERE dimension = 'state'"],
  ],
  [
    'sales-counted',
    'a lead that is not counted',
    [...soldLead, "DELETE FROM leads.sale_counts WHERE dimension = 'hour'"],
  ],
];
