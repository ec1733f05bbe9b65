/** Longer names are cut in reports. */
export const CAMPAIGN_SOURCE_MAX = 60;
export const CAMPAIGN_MAX = 100;

/** The campaign that brought a lead, for reports. Empty texts are unknown. */
export interface Campaign {
  readonly source: string;
  readonly name: string;
}

/** A campaign in one text: `retire-early@google`. Either part may be empty. Neither contains `@` (`readCampaign`). */
export const CAMPAIGN_TEXT = new RegExp(`^[^@]{0,${CAMPAIGN_MAX}}@[^@]{0,${CAMPAIGN_SOURCE_MAX}}$`);

export const isCampaignText = (text: string): boolean => CAMPAIGN_TEXT.test(text);

export const formatCampaign = ({ source, name }: Campaign): string => `${name}@${source}`;

/** Parses the text of a campaign. `@` alone stands for leads without one: both parts are empty. */
export function parseCampaign(text: string): Campaign {
  const [name = '', source = ''] = text.split('@');
  return { source, name };
}

/**
 * The IDs that platforms add to the links of their ads, in lower case, and what people call the platform. As in common
 * use on 2026-11-27. An ID that is not listed is shown with all other extra values.
 */
export const clickIds: ReadonlyMap<string, string> = new Map([
  ...['gclid', 'gcl_id', 'gbraid', 'wbraid', 'dclid'].map((name) => [name, 'google'] as const),
  ['fbclid', 'facebook'],
  ['msclkid', 'bing'],
  ['ttclid', 'tiktok'],
  ['li_fat_id', 'linkedin'],
  ['twclid', 'twitter'],
  ['rdt_cid', 'reddit'],
  ['sccid', 'snapchat'],
  ['epik', 'pinterest'],
  ['tblci', 'taboola'],
  ['dicbo', 'outbrain'],
]);
/** Values that the lead forms of Google, Meta and TikTok send about the ad. */
const adFields = [
  ...['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'adgroup_id', 'adgroup_name'],
  ...['ad_id', 'ad_name', 'creative_id', 'form_id', 'form_name'],
];
const names: ReadonlySet<string> = new Set([...clickIds.keys(), ...adFields]);

/** The last of the keys, joined by dots, under which a source sent a value. */
export const lastKey = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether a value that a source sent identifies the ad or campaign of the lead. */
export function isCampaignName(name: string): boolean {
  const key = lastKey(name);
  return key.startsWith('utm_') || names.has(key);
}
