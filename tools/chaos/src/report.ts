import type { Violation } from './checks/check.js';
import type { BatchResult } from './run/run-trials.js';
import { MAX_RESOLUTION_MS } from './run/unknown-payments.js';

export type Totals = ReturnType<typeof totalsOf>;

/**
 * For a run of every kind of fault. A killed process repeats what it had sent and not yet recorded, so in a run of chosen
 * kinds each fault may repeat a message.
 */
const MAX_REPEATED_SHARE = 0.01;
/** With fewer messages, a few repetitions would exceed the limit. */
const MIN_MESSAGES = 1_000;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function totalsOf(batches: readonly BatchResult[]) {
  const trials = batches.flatMap((batch) => batch.trials);
  const resolutions = trials.flatMap(({ resolution }) => resolution ?? []);
  return {
    trials: trials.length,
    kills: trials.reduce((sum, { kills }) => sum + kills, 0),
    /** Trials in which a fault did not happen. */
    notInjected: trials.filter(({ notInjected }) => notInjected.length > 0).length,
    violations: batches.reduce((sum, batch) => sum + batch.violations.length, 0),
    leads: trials.reduce((sum, { leadIds }) => sum + leadIds.length, 0),
    ...sumArrivals(batches),
    /** From the end of a batch with kills until everything was sold and delivered. 0 without kills. */
    longestRecoveryMs: Math.max(0, ...batches.filter(hasKills).map(({ recoveryMs }) => recoveryMs)),
    /** Charges and refunds whose outcome was unknown when the card provider returned. */
    unknownPayments: resolutions.reduce((sum, { payments }) => sum + payments, 0),
    /** The longest time from the provider's return until all payments had an outcome. */
    longestResolutionMs: Math.max(0, ...resolutions.map(({ durationMs }) => durationMs)),
  };
}

/**
 * Emails, webhooks and text messages that arrived, and how many of them repeat an earlier one. The count starts again
 * with each system.
 */
function sumArrivals(batches: readonly BatchResult[]) {
  const ends = batches.filter(
    ({ arrivals }, index) => arrivals.messages > (batches[index + 1]?.arrivals.messages ?? 0),
  );
  return {
    messages: ends.reduce((sum, { arrivals }) => sum + arrivals.messages, 0),
    repeated: ends.reduce((sum, { arrivals }) => sum + arrivals.repeated, 0),
  };
}

const hasKills = ({ trials }: BatchResult): boolean => trials.some(({ kills }) => kills > 0);

/** @param hasEveryKind whether the run injected every kind of fault rather than chosen ones */
export const isFailed = (totals: Totals, hasEveryKind = false): boolean =>
  totals.violations > 0 ||
  totals.notInjected > 0 ||
  totals.longestResolutionMs > MAX_RESOLUTION_MS ||
  (hasEveryKind && repeatsTooOften(totals));

const repeatsTooOften = ({ messages, repeated }: Totals): boolean =>
  messages >= MIN_MESSAGES && repeated >= messages * MAX_REPEATED_SHARE;

/** Returns an empty text without repetitions. */
function shareText({ messages, repeated, kills }: Totals): string {
  if (repeated === 0) return '';
  const share = `${((100 * repeated) / messages).toFixed(2)} %`;
  return kills === 0 ? ` (${share})` : ` (${share}, ${(repeated / kills).toFixed(2)} per kill)`;
}

/** Returns an empty text if nothing was unknown after an outage of the card provider. */
const resolutionText = ({ unknownPayments, longestResolutionMs }: Totals): string =>
  unknownPayments === 0
    ? ''
    : `${unknownPayments} unknown charges and refunds resolved within ${seconds(longestResolutionMs)} of the provider's return, `;

/** Returns a line for each trial, then the faults that did not happen and up to `maxRows` rows per violation. */
export function batchLines(
  { trials, drainMs, violations }: BatchResult,
  totalTrials: number,
  maxRows = 8,
): string[] {
  const width = String(totalTrials).length;
  const trialLines = trials.map(({ trial, leadIds, done, notInjected }) => {
    const number = `trial ${String(trial.number).padStart(width)}/${totalTrials}`;
    const name = `${trial.kind.name} (${trial.circumstance})`.padEnd(48);
    const verdict = notInjected.length > 0 ? 'NOT INJECTED' : violations.length > 0 ? 'VIOLATION' : 'ok';
    const injected = done.length > 0 ? done.join(', ') : 'nothing killed';
    return `${number}  ${name}  leads ${leadIds.length}  ${injected}  drained ${seconds(drainMs)}  ${verdict}`;
  });
  const missing = trials.flatMap(({ trial, notInjected }) =>
    notInjected.map((fault) => `  not injected in trial ${trial.number}: ${fault}`),
  );
  return [...trialLines, ...missing, ...violationLines(violations, maxRows)];
}

export function violationLines(violations: readonly Violation[], maxRows: number): string[] {
  return [...Map.groupBy(violations, ({ invariant }) => invariant)].flatMap(([invariant, rows]) => [
    `  ✗ ${invariant}: ${rows.length}`,
    ...rows.slice(0, maxRows).map(({ row }) => `      ${JSON.stringify(row)}`),
    ...(rows.length > maxRows ? [`      … ${rows.length - maxRows} more`] : []),
  ]);
}

export const summaryLine = (totals: Totals, seed: number, durationMs: number, hasEveryKind = false): string =>
  `${isFailed(totals, hasEveryKind) ? '✗' : '✓'} ${totals.trials} trials, ${totals.kills} kills, ` +
  `${totals.notInjected} not injected, ${totals.violations} violations, ${totals.leads} leads acknowledged, ` +
  `${totals.messages} messages of which ${totals.repeated} repeated${shareText(totals)}, ` +
  `longest recovery from a kill ${seconds(totals.longestRecoveryMs)}, ${resolutionText(totals)}` +
  `seed ${seed}, ${seconds(durationMs)}`;
