import { expect, it } from '@jest/globals';
import { isCampaignName } from './campaign-names.js';

it.each(['utm_source', 'UTM_Campaign', 'contact.attributionSource.gclid', 'ScCid', 'ad_id'])(
  'knows %s as the name of something about a campaign',
  (name) => expect(isCampaignName(name)).toBe(true),
);

it.each(['source', 'utm', 'gclid.note', 'best time to call', ''])('knows %s as any other name', (name) =>
  expect(isCampaignName(name)).toBe(false),
);
