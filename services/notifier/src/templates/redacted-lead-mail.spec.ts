import { describe, expect, it } from '@jest/globals';
import { newSale } from '../../test/fixtures.js';
import { renderRedactedLeadMail } from './redacted-lead-mail.js';

const context = { deliveryId: '3b9f1b8e-0c5a-4c1e-9d5e-0a1b2c3d4e5f', publicUrl: 'https://desk.example' };

/** Every text of a value, however deep. */
const listTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(listTexts)
      : [];

describe('renderRedactedLeadMail', () => {
  it('contains nothing that a funnel sent about the person', () => {
    const sale = newSale();
    const mail = renderRedactedLeadMail(sale, context);
    const everything = [mail.subject, mail.text, mail.html].join('\n');
    const personal = [...listTexts(sale.lead), '(512) 555-0142', 'Margaret', 'Ellison', sale.funnelName];
    // Two letters of a state also occur in ordinary words.
    const findable = personal.filter((text) => text.length > 2);
    expect(findable.length).toBeGreaterThan(12);
    expect(findable.filter((text) => everything.includes(text))).toEqual([]);
  });

  it('identifies the sale and links the lead in both bodies', () => {
    const sale = newSale();
    const { text, html } = renderRedactedLeadMail(sale, context);
    for (const body of [text, html]) {
      for (const part of [sale.leadId, sale.offerId, context.deliveryId, '$80.00', 'Send a new link'])
        expect(body.replaceAll('&quot;', '"')).toContain(part);
      expect(body).toContain(`https://desk.example/leads/${sale.leadId}`);
    }
    expect(text).toContain(`Lead: ${sale.leadId}\nSale: ${sale.offerId}\nDelivery: ${context.deliveryId}`);
  });
});
