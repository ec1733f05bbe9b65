import { zipPrefixesByState } from './zip-prefixes.values.js';

/**
 * States with a common border. Their post offices deliver across it, to addresses that no table lists: the census of 2020
 * found ZIP codes in 31 neighboring states where that of 2010 had found none, and in no state that is not a neighbor.
 */
const borders =
  'AL-FL AL-GA AL-MS AL-TN AR-LA AR-MO AR-MS AR-OK AR-TN AR-TX AZ-CA AZ-CO AZ-NM AZ-NV AZ-UT CA-NV CA-OR CO-KS CO-NE ' +
  'CO-NM CO-OK CO-UT CO-WY CT-MA CT-NY CT-RI DC-MD DC-VA DE-MD DE-NJ DE-PA FL-GA GA-NC GA-SC GA-TN IA-IL IA-MN IA-MO ' +
  'IA-NE IA-SD IA-WI ID-MT ID-NV ID-OR ID-UT ID-WA ID-WY IL-IN IL-KY IL-MO IL-WI IN-KY IN-MI IN-OH KS-MO KS-NE KS-OK ' +
  'KY-MO KY-OH KY-TN KY-VA KY-WV LA-MS LA-TX MA-NH MA-NY MA-RI MA-VT MD-PA MD-VA MD-WV ME-NH MI-OH MI-WI MN-ND MN-SD ' +
  'MN-WI MO-NE MO-OK MO-TN MS-TN MT-ND MT-SD MT-WY NC-SC NC-TN NC-VA ND-SD NE-SD NE-WY NH-VT NJ-NY NJ-PA NM-OK NM-TX ' +
  'NM-UT NV-OR NV-UT NY-PA NY-VT OH-PA OH-WV OK-TX OR-WA PA-WV SD-WY TN-VA UT-WY VA-WV';

const neighbors = new Map<string, Set<string>>();
for (const border of borders.split(' ')) {
  const [one = '', other = ''] = border.split('-');
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    neighbors.set(from, (neighbors.get(from) ?? new Set()).add(to));
}

/** States by the first three digits of their ZIP codes. */
const statesByPrefix = new Map<string, Set<string>>();
for (const [state, prefixes] of Object.entries(zipPrefixesByState))
  for (const range of prefixes.split(' ')) {
    const [from = '', to = from] = range.split('-');
    for (let prefix = Number(from); prefix <= Number(to); prefix += 1) {
      const key = String(prefix).padStart(3, '0');
      statesByPrefix.set(key, (statesByPrefix.get(key) ?? new Set()).add(state));
    }
  }

/**
 * Whether addresses with this ZIP code may be in the state. Both have the right form. Wrong or outdated entries of the
 * table must turn nobody away, so unknown prefixes pass, and so do the neighbors of a listed state.
 */
export function isZipCodeIn(zipCode: string, state: string): boolean {
  const states = statesByPrefix.get(zipCode.slice(0, 3));
  if (states === undefined || states.has(state)) return true;
  const near = neighbors.get(state) ?? new Set();
  return [...states].some((known) => near.has(known));
}
