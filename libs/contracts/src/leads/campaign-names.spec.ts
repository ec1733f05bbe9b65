import { expect, it } from '@jest/globals';
import { isCampaignName } from './campaign-names.js';

it.each(['utm_source', 'UTM_Campaign', 'contact.attributionSource.gclid', 'ScCid', 'ad_id'])(
  'recognizes %s as a name of campaign data',
  (name) => expect(isCampaignName(name)).toBe(true),
);

it.each(['source', 'utm', 'gclid.note', 'best time to call', ''])(
  'does not recognize %s as campaign data',
  (name) => expect(isCampaignName(name)).toBe(false),
);
