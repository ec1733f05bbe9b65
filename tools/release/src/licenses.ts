/** Licenses that require only attribution, or more only from those who change the package itself (MPL, OFL). */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages whose package.json has no SPDX license, with the license that their files state. */
const STATED_ELSEWHERE: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  busboy: 'MIT',
  'cpu-features': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
  streamsearch: 'MIT',
  zipcodes: 'BSD-3-Clause',
};

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
}

/** Returns the packages of a lock file, without our own. */
export function listPackages(
  packages: Readonly<Record<string, LockedPackage>>,
  { withDevelopment }: { withDevelopment: boolean },
): LicensedPackage[] {
  const found = Object.entries(packages).flatMap(([path, { version = '', license, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isOurs = !path.includes('node_modules/') || link === true;
    if (isOurs || (dev === true && !withDevelopment)) return [];
    return [{ name, version, license: STATED_ELSEWHERE[name] ?? license }];
  });
  const byId = new Map(found.map((item) => [`${item.name}@${item.version}`, item]));
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Whether an SPDX expression is allowed: both licenses of `A AND B`, or one of `A OR B`. */
export const isAllowed = (license: string | undefined): boolean =>
  license !== undefined &&
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name.trim())));

/** Returns one line for each package whose license is unknown or not allowed. */
export const findLicenseProblems = (packages: readonly LicensedPackage[]): string[] =>
  packages
    .filter(({ license }) => !isAllowed(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'no license is stated'}`);

/** Returns the license list of a release, as Markdown. */
export const formatLicenses = (packages: readonly LicensedPackage[]): string =>
  [
    '# Licenses of the packages that run',
    '',
    '| package | version | license |',
    '| --- | --- | --- |',
    ...packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license ?? ''} |`),
    '',
  ].join('\n');
