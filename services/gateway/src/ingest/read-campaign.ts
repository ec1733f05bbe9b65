import {
  type Campaign,
  CAMPAIGN_MAX,
  CAMPAIGN_SOURCE_MAX,
  clickIds,
  type Extras,
  isPlaceholder,
  lastKey,
  readLine,
  truncate,
} from '@desk/contracts';

/** The most exact name of a campaign comes first. */
const campaignKeys = ['utm_campaign', 'campaign_name', 'campaign_id'];
/** Parameters of an address can be longer, but are not names then. */
const TEXT_MAX = 1_000;

/**
 * Returns which campaign brought a lead, by what was sent with it, or else by the address of the landing page. Undefined if
 * neither says it. A platform's click ID stands for a source that is not named.
 */
export function readCampaign(extras: Extras, landingPageUrl: string | undefined): Campaign | undefined {
  const sent = new Map<string, string>();
  for (const { name, value } of [...extras, ...parametersOf(landingPageUrl)]) {
    const key = lastKey(name);
    const text = toName(value);
    if (text !== undefined && !sent.has(key)) sent.set(key, text);
  }
  const [, clicked = ''] = [...clickIds].find(([key]) => sent.has(key)) ?? [];
  const campaign = {
    source: truncate(sent.get('utm_source')?.toLowerCase() ?? clicked, CAMPAIGN_SOURCE_MAX, ''),
    name: truncate(campaignKeys.map((key) => sent.get(key)).find(Boolean) ?? '', CAMPAIGN_MAX, ''),
  };
  return campaign.source === '' && campaign.name === '' ? undefined : campaign;
}

const parametersOf = (url: string | undefined): Extras =>
  [...(URL.parse(url ?? '')?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

/** Reports keep names as readable text, so nothing with an email address counts as one. */
function toName(text: string): string | undefined {
  if (text.length > TEXT_MAX) return undefined;
  const line = readLine(text);
  return typeof line !== 'string' || line === '' || line.includes('@') || isPlaceholder(line)
    ? undefined
    : line;
}
