import type { Violation } from './checks/check.js';
import type { WaveResult } from './run/run.js';

export interface Totals {
  readonly cells: number;
  readonly kills: number;
  readonly notHit: number;
  readonly violations: number;
  readonly leads: number;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function totalsOf(waves: readonly WaveResult[]): Totals {
  const cells = waves.flatMap((wave) => wave.cells);
  return {
    cells: cells.length,
    kills: cells.reduce((sum, { kills }) => sum + kills, 0),
    notHit: cells.filter(({ notHit }) => notHit.length > 0).length,
    violations: waves.reduce((sum, wave) => sum + wave.violations.length, 0),
    leads: cells.reduce((sum, { leadIds }) => sum + leadIds.length, 0),
  };
}

/** The lines of one wave, a line for each cell; of each broken promise so many rows are shown. */
export function waveLines({ cells, drainedMs, violations }: WaveResult, of: number, shown = 8): string[] {
  const lines = cells.map(({ cell, leadIds, done, notHit }) => {
    const number = `cell ${String(cell.number).padStart(String(of).length)}/${of}`;
    const name = `${cell.kind.name} (${cell.circumstance})`.padEnd(48);
    const ended = notHit.length > 0 ? 'NOT HIT' : violations.length > 0 ? 'VIOLATION' : 'ok';
    const damage = done.length > 0 ? done.join(', ') : 'nothing killed';
    return `${number}  ${name}  leads ${leadIds.length}  ${damage}  drained ${seconds(drainedMs)}  ${ended}`;
  });
  const missed = cells.flatMap(({ cell, notHit }) =>
    notHit.map((what) => `  not hit in cell ${cell.number}: ${what}`),
  );
  return [...lines, ...missed, ...violationLines(violations, shown)];
}

function violationLines(violations: readonly Violation[], shown: number): string[] {
  return [...Map.groupBy(violations, ({ promise }) => promise)].flatMap(([promise, broken]) => [
    `  ✗ ${promise}: ${broken.length}`,
    ...broken.slice(0, shown).map(({ row }) => `      ${JSON.stringify(row)}`),
    ...(broken.length > shown ? [`      … ${broken.length - shown} more`] : []),
  ]);
}

export const summaryLine = (totals: Totals, seed: number, ms: number): string =>
  `${totals.violations === 0 && totals.notHit === 0 ? '✓' : '✗'} ${totals.cells} cells, ${totals.kills} kills, ` +
  `${totals.notHit} not hit, ${totals.violations} violations, ${totals.leads} leads acknowledged, ` +
  `seed ${seed}, ${seconds(ms)}`;
