import { describe, expect, it } from '@jest/globals';
import { renderReceiptMail } from './receipt-mail.js';

const unsubscribeUrl = 'https://desk.example/api/notices/unsubscribe?token=t';
const sale = {
  firstName: 'Dana',
  amountCents: 8_000,
  soldAt: '2026-01-05T14:03:11.020Z',
  leadId: '0191e1a0-0000-7000-8000-000000000001',
  offerId: '0191e1a0-0000-7000-8000-000000000002',
};
const {
  subject,
  text,
  unsubscribeUrl: link,
} = renderReceiptMail(sale, {
  publicUrl: 'https://desk.example',
  unsubscribeUrl,
});

describe('the email with a receipt', () => {
  it('states the amount, the time and the sale', () => {
    expect(subject).toBe('Receipt: $80.00 for one lead');
    for (const detail of ['$80.00', 'Jan 5, 2026', sale.leadId, sale.offerId]) expect(text).toContain(detail);
    expect(text).toContain(`https://desk.example/leads/${sale.leadId}`);
  });

  it('says that it was asked for, and can be turned off', () => {
    expect(text).toContain('You asked for an email with the receipt of each lead.');
    expect(link).toBe(unsubscribeUrl);
  });
});
