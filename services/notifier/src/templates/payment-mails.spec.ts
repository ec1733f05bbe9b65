import { moneyBackReasons, problemReportStates } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  type ProblemReportContent,
  writeProblemReportMail,
  writeReceiptMail,
  writeRefundMail,
} from './payment-mails.js';
import { renderNoticeMail } from './notice-mail.js';

const publicUrl = 'https://desk.example';
const receiptUnsubscribeUrl = 'https://desk.example/api/notices/unsubscribe?token=t';
const receiptSale = {
  firstName: 'Dana',
  amountCents: 8_000,
  soldAt: '2026-01-05T14:03:11.020Z',
  leadId: '0191e1a0-0000-7000-8000-000000000001',
  offerId: '0191e1a0-0000-7000-8000-000000000002',
};
const { subject, text, unsubscribeUrl } = renderNoticeMail(writeReceiptMail(receiptSale), {
  publicUrl,
  unsubscribeUrl: receiptUnsubscribeUrl,
});

describe('the receipt email', () => {
  it('states the amount, the time and the sale', () => {
    expect(subject).toBe('Receipt: $80.00 for one lead');
    for (const detail of ['$80.00', 'Jan 5, 2026', receiptSale.leadId, receiptSale.offerId])
      expect(text).toContain(detail);
    expect(text).toContain(`https://desk.example/leads/${receiptSale.leadId}`);
  });

  it('says that the agent asked for it, and can be turned off', () => {
    expect(text).toContain('You asked for an email with the receipt of each lead.');
    expect(unsubscribeUrl).toBe(receiptUnsubscribeUrl);
  });
});

const renderRefund = (reason: (typeof moneyBackReasons)[number] = 'undeliverable') =>
  renderNoticeMail(
    writeRefundMail({
      firstName: 'Dana',
      leadId: '0191e1a0-0000-7000-8000-000000000001',
      amountCents: 8_000,
      reason,
      refundedAt: '2026-01-05T14:30:00.000Z',
    }),
    { publicUrl },
  );

describe('the refund email', () => {
  it('states the amount and links the lead', () => {
    const { subject, text, html } = renderRefund();
    expect(subject).toBe('You got $80.00 back');
    expect(text).toContain('https://desk.example/leads/0191e1a0-0000-7000-8000-000000000001');
    expect(html).toContain('https://desk.example/leads/0191e1a0-0000-7000-8000-000000000001');
    expect(text).toContain("We couldn't deliver this lead to you");
  });

  it.each(moneyBackReasons)('explains %s', (reason) => {
    expect(renderRefund(reason).text).not.toContain('undefined');
  });
});

const content: ProblemReportContent = {
  firstName: 'Dana',
  leadId: '5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11',
  reason: 'not-delivered',
  state: 'reported',
  declineReason: null,
  at: '2026-01-05T14:30:00.000Z',
};
const renderProblemReport = (change: Partial<ProblemReportContent>) =>
  renderNoticeMail(writeProblemReportMail({ ...content, ...change }), { publicUrl });

describe('writeProblemReportMail', () => {
  it.each(problemReportStates)('links to the lead when it is %s', (state) => {
    const { text, html } = renderProblemReport({ state });
    expect(text).toContain(`https://desk.example/leads/${content.leadId}`);
    expect(html).toContain(`https://desk.example/leads/${content.leadId}`);
  });

  it('says why a report was declined, without letting the text become markup', () => {
    const { text, html } = renderProblemReport({
      state: 'declined',
      declineReason: 'Accepted by <mx>\nat 9:30',
    });
    expect(text).toContain('Accepted by <mx> at 9:30');
    expect(html).not.toContain('<mx>');
  });

  it('says that feedback does not lead to a refund', () => {
    expect(renderProblemReport({ state: 'recorded', reason: 'wrong-number' }).text).toContain(
      'does not lead to a refund',
    );
  });
});
