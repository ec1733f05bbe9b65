import { consentFieldEntries, leadFieldEntries, type LeadFieldName, toNameParts } from '@desk/contracts';
import type { LeadSale } from '../channel.js';

/**
 * Renders a sold lead as JSON (docs/webhooks.md). Fields have the names under which funnels post them, and those that the
 * lead lacks are null, so that every message has the same ones. The text is the same on every attempt.
 */
export function renderWebhookBody({ lead, ...sale }: LeadSale): string {
  const { consent } = lead;
  // Many CRMs want two names.
  const values: Readonly<Partial<Record<LeadFieldName, string | undefined>>> = {
    ...lead,
    ...toNameParts(lead),
  };
  return JSON.stringify({
    type: 'lead.sold',
    timestamp: sale.soldAt,
    data: {
      lead_id: sale.leadId,
      purchase_id: sale.offerId,
      price_cents: sale.amountCents,
      currency: 'usd',
      received_at: sale.receivedAt,
      sold_at: sale.soldAt,
      source: sale.funnelName,
      ...Object.fromEntries(leadFieldEntries.map(([name, { postedAs }]) => [postedAs, values[name] ?? null])),
      consent: Object.fromEntries(
        consentFieldEntries.map(([name, { postedAs }]) => [postedAs, consent?.[name] ?? null]),
      ),
    },
  });
}
