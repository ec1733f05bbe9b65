/**
 * The IDs that platforms add to the links of their ads, in lower case: Google, Meta, Microsoft, TikTok, LinkedIn, X, Reddit,
 * Snapchat, Pinterest, Taboola, Outbrain. Listed on 2026-11-27 as they are in common use; one that is missing is shown
 * with everything else that was sent.
 */
const clickIds = [
  ...['gclid', 'gcl_id', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id'],
  ...['twclid', 'rdt_cid', 'sccid', 'epik', 'tblci', 'dicbo'],
];
/** What the lead forms of Google, Meta and TikTok send about the ad. */
const adFields = [
  ...['campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'adgroup_id', 'adgroup_name'],
  ...['ad_id', 'ad_name', 'creative_id', 'form_id', 'form_name'],
];
const names: ReadonlySet<string> = new Set([...clickIds, ...adFields]);

/** Whether a value that a source sent says from which ad or campaign the lead came. `name`: keys joined by dots. */
export function isCampaignName(name: string): boolean {
  const key = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return key.startsWith('utm_') || names.has(key);
}
