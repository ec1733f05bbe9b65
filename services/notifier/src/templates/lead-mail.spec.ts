import { detailFieldEntries } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { newSale } from '../../test/fixtures.js';
import { renderLeadMail } from './lead-mail.js';

const context = { deliveryId: '3b9f1b8e-0c5a-4c1e-9d5e-0a1b2c3d4e5f', publicUrl: 'https://desk.example' };

/** Returns the visible text of the markup, in one line. */
const toVisibleText = (markup: string): string =>
  markup
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

describe('renderLeadMail', () => {
  it('puts the lead type, name, and state into the subject', () => {
    expect(renderLeadMail(newSale(), context).subject).toBe('New Indexed annuity lead: Margaret Ellison, TX');
  });

  it('puts the whole lead and the receipt into both bodies', () => {
    const sale = newSale();
    const mail = renderLeadMail(sale, context);
    const expected = [
      'Margaret Ellison',
      '(512) 555-0142',
      'margaret.ellison@example.com',
      'TX',
      '78701',
      '61-65',
      '$250K-$500K',
      '0-3 months',
      'Indexed annuity',
      '$80.00',
      'Jan 5, 2026, 2:03:10 PM UTC',
      'Sold exclusively to you on Jan 5, 2026, 2:03:11 PM UTC.',
      'Retire Safe Guide',
      'https://cert.trustedform.com/0123456789abcdef',
      'A1B2C3D4-E5F6-7890-ABCD-EF1234567890',
      'https://retiresafe.example/quote?a=1&b=2',
      '203.0.113.7',
      'I agree that an agent may call me.',
      'Consent is no condition of a purchase.',
      sale.leadId,
      sale.offerId,
      context.deliveryId,
      'https://desk.example/dashboard',
    ];
    for (const text of expected) {
      expect(mail.text).toContain(text);
      expect(toVisibleText(mail.html)).toContain(text);
    }
  });

  it.each(detailFieldEntries)('labels the lead field %s in both bodies', (name, { label }) => {
    const { lead } = newSale();
    const mail = renderLeadMail(newSale({ lead: { [name]: 'Known', ...lead } }), context);
    expect(mail.text).toContain(`\n${label}: `);
    expect(toVisibleText(mail.html)).toContain(` ${label}: `);
  });

  it('puts every line of the text body into the HTML body, addresses as links', () => {
    const mail = renderLeadMail(newSale(), context);
    const visibleText = toVisibleText(mail.html).toLowerCase();
    const words = mail.text.split(/\n|: |, /).filter(Boolean);
    expect(
      words.filter(
        (word) => !visibleText.includes(word.toLowerCase().trim()) && !mail.html.includes(`"${word}"`),
      ),
    ).toEqual([]);
  });

  it('links the phone number and email address', () => {
    const { html } = renderLeadMail(newSale(), context);
    expect(html).toContain('href="tel:+15125550142"');
    expect(html).toContain('href="mailto:margaret.ellison@example.com"');
  });

  it('states if the lead has no consent record', () => {
    for (const consent of [undefined, {}]) {
      const mail = renderLeadMail(newSale({ lead: { consent } }), context);
      expect(mail.text).toContain("The funnel didn't send a consent record with this lead.");
      expect(toVisibleText(mail.html)).toContain("The funnel didn't send a consent record with this lead.");
    }
  });

  it('escapes everything that a funnel sent', () => {
    const unsafe = `<img src=x onerror="alert('x')">&`;
    const { html } = renderLeadMail(
      newSale({
        funnelName: unsafe,
        lead: {
          fullName: unsafe,
          email: `"><b>@example.com`,
          consent: { trustedFormCertUrl: `https://x.example/"><b>`, tcpaText: unsafe },
        },
      }),
      context,
    );
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt;&amp;');
  });

  it('links a certificate only if it is an https URL', () => {
    const withUrl = (trustedFormCertUrl: string) =>
      renderLeadMail(newSale({ lead: { consent: { trustedFormCertUrl } } }), context).html;
    expect(withUrl('https://cert.trustedform.com/abc')).toContain('href="https://cert.trustedform.com/abc"');
    expect(withUrl('javascript:alert(1)')).not.toContain('href="javascript');
  });

  it('prevents header injection by a funnel', () => {
    const { subject } = renderLeadMail(
      newSale({ lead: { fullName: 'Ann\r\nBcc: everybody@example.com\r\n\r\n<b>' } }),
      context,
    );
    expect(subject).toBe('New Indexed annuity lead: Ann Bcc: everybody@example.com <b>, TX');
  });

  it('prevents a funnel from forging lines of the text body', () => {
    const mail = renderLeadMail(newSale({ lead: { fullName: 'Ann\nPrice charged: $1.00' } }), context);
    expect(mail.text).not.toMatch(/^Price charged: \$1/m);
  });

  it('shows long names in full', () => {
    const fullName = 'Wilhelmina-Alexandrina Featherstonehaugh'.padEnd(200, 'x');
    const mail = renderLeadMail(newSale({ lead: { fullName } }), context);
    expect(mail.subject).toContain(fullName);
    expect(mail.html).toContain(fullName);
    expect(mail.text).toContain(fullName);
  });
});
