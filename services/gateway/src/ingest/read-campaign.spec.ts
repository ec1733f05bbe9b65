import { describe, expect, test } from '@jest/globals';
import { readCampaign } from './read-campaign.js';

const read = (sent: Readonly<Record<string, string>>, landingPageUrl?: string) =>
  readCampaign(
    Object.entries(sent).map(([name, value]) => ({ name, value })),
    landingPageUrl,
  );

describe('the campaign of a lead', () => {
  test.each([
    [
      'what was sent with it',
      { utm_source: 'Google', utm_campaign: 'Retire early' },
      { source: 'google', name: 'Retire early' },
    ],
    ['nested values', { 'tracking.UTM_Campaign': 'spring' }, { source: '', name: 'spring' }],
    [
      'what an ad form sends',
      { campaign_id: '120210', campaign_name: 'FL 65+' },
      { source: '', name: 'FL 65+' },
    ],
    ['a number without a name', { campaign_id: '120210' }, { source: '', name: '120210' }],
    ['the click ID of a platform', { fbclid: 'IwAR0x' }, { source: 'facebook', name: '' }],
    ['its source before a click ID', { gclid: 'x', utm_source: 'bing' }, { source: 'bing', name: '' }],
    ['the first of several', { 'a.utm_source': 'one', 'b.utm_source': 'two' }, { source: 'one', name: '' }],
    [
      'names that are cut, but not through a character',
      { utm_campaign: `${'c'.repeat(99)}🌸`, utm_source: `${'s'.repeat(59)}🌸` },
      { source: 's'.repeat(59), name: 'c'.repeat(99) },
    ],
    ['names that are cut', { utm_campaign: 'c'.repeat(300) }, { source: '', name: 'c'.repeat(100) }],
  ])('is read from %s', (_what, sent, campaign) => {
    expect(read(sent)).toEqual(campaign);
  });

  test('is read from the URL of the landing page if nothing else names it', () => {
    const page = 'https://example.com/annuity?utm_source=newsletter&utm_campaign=May%20issue#form';
    expect(read({ first_name: 'Ann' }, page)).toEqual({ source: 'newsletter', name: 'May issue' });
    expect(read({ utm_source: 'google' }, page)).toEqual({ source: 'google', name: 'May issue' });
  });

  test.each([
    ['nothing about it', { first_name: 'Ann' }],
    ['an empty text', { utm_source: ' ', utm_campaign: '' }],
    ['a placeholder', { utm_source: '{{source}}', utm_campaign: 'undefined' }],
    ['an email address', { utm_campaign: 'ann@example.com' }],
    ['a text that is too long for a name', { utm_campaign: 'c'.repeat(1_001) }],
  ])('is unknown with %s', (_what, sent) => {
    expect(read(sent)).toBeUndefined();
  });

  test('is unknown without a URL of the landing page', () => {
    expect(read({}, 'not an address')).toBeUndefined();
  });
});
