/** The zones of the United States first, because the agents are licensed there. */
const COMMON_ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Puerto Rico'],
] as const;

const toLabel = (zone: string): string => zone.replaceAll('_', ' ');

/** Returns the zones to choose from, with the chosen one even if this browser does not know it. */
export function listTimeZones(chosen: string): { value: string; label: string }[] {
  const common = COMMON_ZONES.map(([value, name]) => ({ value, label: `${name} (${toLabel(value)})` }));
  const known = new Set<string>(common.map(({ value }) => value));
  const others = [...new Set([chosen, ...Intl.supportedValuesOf('timeZone')])]
    .filter((zone) => !known.has(zone))
    .sort()
    .map((zone) => ({ value: zone, label: toLabel(zone) }));
  return [...common, ...others];
}
