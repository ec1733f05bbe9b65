import { describe, expect, it } from '@jest/globals';
import { sampleSale } from '../../test/samples.js';
import { leadMail } from './lead-mail.js';

const context = { deliveryId: '3b9f1b8e-0c5a-4c1e-9d5e-0a1b2c3d4e5f', publicUrl: 'https://desk.example' };

/** What a reader sees of the markup, in one line. */
const visible = (markup: string): string =>
  markup
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

describe('the lead mail', () => {
  it('says the type, the name and the state in its subject', () => {
    expect(leadMail(sampleSale(), context).subject).toBe('New Indexed annuity lead: Margaret Ellison, TX');
  });

  it('carries all of the lead and the receipt in both bodies', () => {
    const sale = sampleSale();
    const mail = leadMail(sale, context);
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
      'Sold once, to you, at Jan 5, 2026, 2:03:11 PM UTC.',
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
      expect(visible(mail.html)).toContain(text);
    }
  });

  it('says every line of the text in the markup too', () => {
    const mail = leadMail(sampleSale(), context);
    const seen = visible(mail.html).toLowerCase();
    const words = mail.text.split(/\n|: |, /).filter(Boolean);
    expect(words.filter((word) => !seen.includes(word.toLowerCase().trim()))).toEqual([]);
  });

  it('can be called and written to at a touch', () => {
    const { html } = leadMail(sampleSale(), context);
    expect(html).toContain('href="tel:+15125550142"');
    expect(html).toContain('href="mailto:margaret.ellison@example.com"');
  });

  it('says plainly that no consent record came', () => {
    for (const consent of [undefined, {}]) {
      const mail = leadMail(sampleSale({ lead: { consent } }), context);
      expect(mail.text).toContain('The funnel sent no consent record with this lead.');
      expect(visible(mail.html)).toContain('The funnel sent no consent record with this lead.');
    }
  });

  it('loads nothing from anywhere', () => {
    const { html } = leadMail(sampleSale(), context);
    expect(html).not.toMatch(/<(img|link|script|iframe|video)\b|url\(|@import|src=/i);
  });

  it('escapes whatever a funnel sent', () => {
    const nasty = `<img src=x onerror="alert('x')">&`;
    const { html } = leadMail(
      sampleSale({
        funnelName: nasty,
        lead: {
          fullName: nasty,
          email: `"><b>@example.com`,
          consent: { trustedFormCertUrl: `https://x.example/"><b>`, tcpaText: nasty },
        },
      }),
      context,
    );
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;x&#39;)&quot;&gt;&amp;');
  });

  it('makes a link of an https certificate only', () => {
    const withUrl = (trustedFormCertUrl: string) =>
      leadMail(sampleSale({ lead: { consent: { trustedFormCertUrl } } }), context).html;
    expect(withUrl('https://cert.trustedform.com/abc')).toContain('href="https://cert.trustedform.com/abc"');
    expect(withUrl('javascript:alert(1)')).not.toContain('href="javascript');
  });

  it('keeps what a funnel sent from breaking into the headers', () => {
    const { subject } = leadMail(
      sampleSale({ lead: { fullName: 'Ann\r\nBcc: everybody@example.com\r\n\r\n<b>' } }),
      context,
    );
    expect(subject).toBe('New Indexed annuity lead: Ann Bcc: everybody@example.com <b>, TX');
  });

  it('keeps what a funnel sent from looking like lines of ours', () => {
    const mail = leadMail(sampleSale({ lead: { fullName: 'Ann\nPrice charged: $1.00' } }), context);
    expect(mail.text).not.toMatch(/^Price charged: \$1/m);
  });

  it('shows a name of any length in full', () => {
    const fullName = 'Wilhelmina-Alexandrina Featherstonehaugh'.padEnd(200, 'x');
    const mail = leadMail(sampleSale({ lead: { fullName } }), context);
    expect(mail.subject).toContain(fullName);
    expect(mail.html).toContain(fullName);
    expect(mail.text).toContain(fullName);
  });
});
