/**
 * SQL for whether the lead's buyer got the money back, or is getting it. False if all refunds failed, or if the buyer saw
 * the lead.
 */
export const isRefundedLead = (leadId: string): string => `
  (EXISTS (SELECT 1 FROM lead_refunds WHERE lead_id = ${leadId} AND failed_at IS NULL)
   OR EXISTS (SELECT 1 FROM undeliverable_leads
               WHERE lead_id = ${leadId} AND seen_at IS NULL
                 AND at > COALESCE((SELECT max(failed_at) FROM lead_refunds WHERE lead_id = ${leadId}), '-infinity')))`;
