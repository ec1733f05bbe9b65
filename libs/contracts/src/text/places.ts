import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

/** Names of the states, DC, territories and military regions by postal code (USPS Publication 28, appendix B). */
// prettier-ignore
export const stateNames: Readonly<Record<string, string>> = {
  AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DE: 'Delaware', DC: 'District of Columbia', FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois',
  IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine', MD: 'Maryland',
  MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri', MT: 'Montana',
  NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York',
  NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania',
  RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah',
  VT: 'Vermont', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
  PR: 'Puerto Rico', VI: 'US Virgin Islands', GU: 'Guam', AS: 'American Samoa', MP: 'Northern Mariana Islands',
  AA: 'Armed Forces Americas', AE: 'Armed Forces Europe', AP: 'Armed Forces Pacific',
};
const toKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
const CODES = new Map([
  ...Object.entries(stateNames).flatMap(([code, name]): [string, string][] => [
    [toKey(code), code],
    [toKey(name), code],
  ]),
  ...['washingtondc', 'washingtondistrictofcolumbia'].map((key): [string, string] => [key, 'DC']),
]);

/** Returns the two-letter code for a code or a name in any case and punctuation: `tx`, `Texas`, `D.C.`. */
export const readState = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const code = line.length <= 40 ? CODES.get(toKey(line)) : undefined;
    return code ?? refuse('State must be a US state: its name or its two letters');
  });

const ZIP = /^(\d{5})(?:[ -]?(\d{4}))?$/;

/** Returns `12345` or `12345-6789`. Before the last four digits, accepts any dash, a space, or nothing. */
export const readZipCode = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const [, zip, extension] = ZIP.exec(line.replace(/[‐‑–—]/g, '-').replace(/ ?- ?/, '-')) ?? [];
    if (zip === undefined || zip === '00000') return refuse('ZIP code must have 5 digits, or 5+4');
    return extension === undefined ? zip : `${zip}-${extension}`;
  });
