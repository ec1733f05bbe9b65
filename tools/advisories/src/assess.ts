import { type Allowance, isExpired } from './allow-list.js';
import type { Advisory, Affected } from './osv-client.js';
import type { Package } from './packages.js';
import { findLevel, type Level } from './severity.js';

/** An advisory that applies to a package of the image. */
export interface Finding {
  readonly package: Package;
  readonly id: string;
  readonly level: Level;
  /** The first version with a fix, if there is one. */
  readonly fixedIn: string | undefined;
  readonly allowance: Allowance | undefined;
  /** Whether the scan fails because of it. */
  readonly fails: boolean;
}

export interface Match {
  readonly package: Package;
  readonly advisory: Advisory;
}

/** `Debian:12` and `Debian:12.11` are the same release. */
const isSameEcosystem = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

const findAffected = ({ package: { ecosystem, name }, advisory }: Match): Affected[] =>
  (advisory.affected ?? []).filter(
    ({ package: affected }) => affected?.name === name && isSameEcosystem(affected.ecosystem, ecosystem),
  );

const findFix = (affected: readonly Affected[]): string | undefined =>
  affected
    .flatMap(({ ranges = [] }) => ranges.flatMap(({ events = [] }) => events.map(({ fixed }) => fixed)))
    .find((fixed) => fixed !== undefined);

const namesOf = ({ id, aliases = [], upstream = [] }: Advisory): string[] => [id, ...aliases, ...upstream];

/**
 * Decides what each advisory means: it fails the scan if its severity is high or critical, a fix exists, and no entry of
 * the allow-list is in force. `today` is a date such as `2026-11-30`.
 */
export function assess(
  matches: readonly Match[],
  upstream: ReadonlyMap<string, Advisory>,
  allowList: readonly Allowance[],
  today: string,
): Finding[] {
  return matches
    .filter(({ advisory }) => advisory.withdrawn === undefined)
    .map((match) => {
      const { advisory, package: one } = match;
      const affected = findAffected(match);
      const level = findLevel(advisory, affected[0] ?? {}, upstream);
      const fixedIn = findFix(affected);
      const allowance = allowList.find(
        (entry) => entry.package === one.name && namesOf(advisory).includes(entry.id),
      );
      const isSevere = level === 'high' || level === 'critical';
      const isAllowed = allowance !== undefined && !isExpired(allowance, today);
      const fails = isSevere && fixedIn !== undefined && !isAllowed;
      return { package: one, id: advisory.id, level, fixedIn, allowance, fails };
    });
}

/** Entries that no advisory matches any more. */
export const findUnused = (allowList: readonly Allowance[], findings: readonly Finding[]): Allowance[] =>
  allowList.filter((entry) => !findings.some(({ allowance }) => allowance === entry));
