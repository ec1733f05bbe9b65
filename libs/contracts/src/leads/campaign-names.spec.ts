import { describe, expect, it } from '@jest/globals';
import { formatCampaign, isCampaignName, isCampaignText, parseCampaign } from './campaign-names.js';

it.each(['utm_source', 'UTM_Campaign', 'contact.attributionSource.gclid', 'ScCid', 'ad_id'])(
  'recognizes %s as a name of campaign data',
  (name) => expect(isCampaignName(name)).toBe(true),
);

it.each(['source', 'utm', 'gclid.note', 'best time to call', ''])(
  'does not recognize %s as campaign data',
  (name) => expect(isCampaignName(name)).toBe(false),
);

describe('the text of a campaign', () => {
  it.each([
    [{ source: 'google', name: 'retire-early' }, 'retire-early@google'],
    [{ source: 'google', name: '' }, '@google'],
    [{ source: '', name: 'retire, 50% off' }, 'retire, 50% off@'],
    [{ source: '', name: '' }, '@'],
  ])('is parsed to what was formatted: %j', (campaign, text) => {
    expect(formatCampaign(campaign)).toBe(text);
    expect(isCampaignText(text)).toBe(true);
    expect(parseCampaign(text)).toEqual(campaign);
  });

  it.each(['', 'retire-early', 'a@b@c', `${'x'.repeat(101)}@`, `@${'x'.repeat(61)}`])(
    'has one @, and parts that are not too long: %s',
    (text) => expect(isCampaignText(text)).toBe(false),
  );
});
