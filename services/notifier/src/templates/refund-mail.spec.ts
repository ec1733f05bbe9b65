import { moneyBackReasons } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { renderRefundMail } from './refund-mail.js';

const render = (reason: (typeof moneyBackReasons)[number] = 'undeliverable') =>
  renderRefundMail(
    {
      ...{ firstName: 'Ann\nBcc: all', leadId: '0191e1a0-0000-7000-8000-000000000001' },
      ...{ amountCents: 8_000, reason, refundedAt: '2026-01-05T14:30:00.000Z' },
    },
    { publicUrl: 'https://desk.example' },
  );

describe('the refund email', () => {
  it('states the amount and links the lead', () => {
    const { subject, text, html } = render();
    expect(subject).toBe('You got $80.00 back');
    expect(text).toContain('https://desk.example/leads/0191e1a0-0000-7000-8000-000000000001');
    expect(html).toContain('https://desk.example/leads/0191e1a0-0000-7000-8000-000000000001');
    expect(text).toContain("We couldn't deliver this lead to you");
  });

  it('keeps the name on one line', () => {
    expect(render().text).toContain('Hi Ann Bcc: all,');
  });

  it.each(moneyBackReasons)('explains %s', (reason) => {
    expect(render(reason).text).not.toContain('undefined');
  });
});
