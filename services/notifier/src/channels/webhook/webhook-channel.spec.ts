import { describe, expect, it } from '@jest/globals';
import { newSale } from '../../../test/fixtures.js';
import { describeAnswer, renderWebhookBody } from './webhook-channel.js';

const read = (...args: Parameters<typeof newSale>) =>
  JSON.parse(renderWebhookBody(newSale(...args))) as { data: Record<string, unknown> };

describe('renderWebhookBody', () => {
  it('renders the lead, the purchase and the consent', () => {
    const sale = newSale();
    expect(JSON.parse(renderWebhookBody(sale))).toEqual({
      type: 'lead.sold',
      timestamp: sale.soldAt,
      data: {
        lead_id: sale.leadId,
        purchase_id: sale.offerId,
        price_cents: 8_000,
        currency: 'usd',
        received_at: sale.receivedAt,
        sold_at: sale.soldAt,
        source: 'Retire Safe Guide',
        first_name: 'Margaret',
        last_name: 'Ellison',
        full_name: 'Margaret Ellison',
        email: 'margaret.ellison@example.com',
        phone: '+15125550142',
        state: 'TX',
        zip_code: '78701',
        age_range: '61-65',
        estimated_assets: '$250K-$500K',
        purchase_timeline: '0-3 months',
        lead_type: 'Indexed',
        phone_check: null,
        consent: {
          trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef',
          jornaya_leadid: 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890',
          landing_page_url: 'https://retiresafe.example/quote?a=1&b=2',
          ip_address: '203.0.113.7',
          tcpa_text: 'I agree that an agent may call me.\nConsent is no condition of a purchase.',
          consent_at: null,
        },
        extra: { utm_source: 'google' },
      },
    });
  });

  it('has the same fields for a lead that lacks some', () => {
    expect(Object.keys(read({ lead: { consent: undefined } }).data)).toEqual(Object.keys(read().data));
    const { data } = read({ lead: { consent: { ipAddress: '203.0.113.7' } } });
    expect(data['consent']).toMatchObject({ jornaya_leadid: null, ip_address: '203.0.113.7' });
    expect(read({ lead: { extras: undefined } }).data['extra']).toEqual({});
  });

  it.each([
    ['Margaret Ann Ellison', 'Margaret Ann', 'Ellison'],
    ['  Cher ', 'Cher', ''],
  ])('splits the name %j', (fullName, first, last) => {
    expect(read({ lead: { fullName } }).data).toMatchObject({ first_name: first, last_name: last });
  });

  it('has both names as they were posted', () => {
    const lead = { fullName: 'Ana De la Cruz', firstName: 'Ana', lastName: 'De la Cruz' };
    expect(read({ lead }).data).toMatchObject({
      first_name: 'Ana',
      last_name: 'De la Cruz',
      full_name: 'Ana De la Cruz',
    });
  });
});

it.each(['😀', '👩‍🚒', 'e\u0301'])('cuts an answer of %s between characters', (character) => {
  for (const offset of ['', 'x', 'xx']) {
    const body = offset + character.repeat(2_000);
    const shown = describeAnswer({ status: 200, retryAfter: undefined, contentType: undefined, body });
    expect(shown.length).toBeLessThanOrEqual(2_000);
    expect(
      shown
        .slice('HTTP 200\n\n'.length + offset.length, -1)
        .split(character)
        .join(''),
    ).toBe('');
  }
});
