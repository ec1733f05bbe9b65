import cvss from 'ae-cvss-calculator';
import type { Advisory, Affected, Severity } from './osv-client.js';

/** `lower` is known and below high. */
export type Level = 'critical' | 'high' | 'lower' | 'unknown';

const CRITICAL_SCORE = 9;
const HIGH_SCORE = 7;
const ORDER: readonly Level[] = ['unknown', 'lower', 'high', 'critical'];
const LOWER_WORDS = ['moderate', 'medium', 'low'];
/** Debian's word for what is no vulnerability of the package as Debian builds it. */
const UNIMPORTANT = 'unimportant';

const highest = (levels: readonly Level[]): Level =>
  levels.reduce((one, other) => (ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one), 'unknown');

function fromWord(word = ''): Level {
  const lower = word.toLowerCase();
  if (lower === 'critical' || lower === 'high') return lower;
  return LOWER_WORDS.includes(lower) ? 'lower' : 'unknown';
}

function fromVector({ score }: Severity): Level {
  const vector = cvss.fromVector(score) as { calculateScores: () => { overall?: number } } | null;
  const overall = vector?.calculateScores().overall;
  if (overall === undefined) return 'unknown';
  return overall >= CRITICAL_SCORE ? 'critical' : overall >= HIGH_SCORE ? 'high' : 'lower';
}

const levelOfRecord = (advisory: Advisory, affected?: Affected): Level =>
  highest([
    fromWord(advisory.database_specific?.severity),
    fromWord(affected?.ecosystem_specific?.severity),
    ...[...(affected?.severity ?? []), ...(advisory.severity ?? [])].map(fromVector),
  ]);

/** Returns the severity of an advisory. A distribution's record may have none; then that of its CVEs counts. */
export function findLevel(
  advisory: Advisory,
  affected: Affected,
  upstream: ReadonlyMap<string, Advisory>,
): Level {
  if (affected.ecosystem_specific?.urgency === UNIMPORTANT) return 'lower';
  const own = levelOfRecord(advisory, affected);
  if (own !== 'unknown') return own;
  return highest(
    (advisory.upstream ?? []).map((id) => {
      const record = upstream.get(id);
      return record ? levelOfRecord(record) : 'unknown';
    }),
  );
}

/** Whether the record has no severity of its own, so that those of its CVEs have to be loaded. */
export const needsUpstream = (advisory: Advisory): boolean => levelOfRecord(advisory) === 'unknown';
