import { ChartFrame } from '@/components/charts/chart-frame';
import { StateTiles } from '@/components/charts/state-tiles';
import { pluralize } from '@/lib/numbers';
import { stateLabels } from '@/lib/state-labels';
import type { Report } from '../api/reports.api';
import { listPath } from '../lib/list-path';
import { describeLargest } from '../lib/sentences';

const nameState = (state: keyof typeof stateLabels): string => `${stateLabels[state]} (${state})`;

export function ByState({ report: { from, to, states } }: { report: Report }) {
  const sorted = states.toSorted((a, b) => b.leads - a.leads || a.value.localeCompare(b.value));
  const total = states.reduce((sum, { leads }) => sum + leads, 0);
  return (
    <ChartFrame
      title="By state"
      conclusion={describeLargest(sorted.map(({ value, leads }) => ({ label: stateLabels[value], leads })))}
      fileName={`leads-by-state_${from}_${to}`}
      table={{
        columns: [
          { header: 'State', kind: 'text' },
          { header: 'Leads', kind: 'count' },
          { header: 'Share', kind: 'share' },
          { header: 'Won', kind: 'count' },
        ],
        rows: sorted.map(({ value, leads, won }) => ({
          key: value,
          cells: [nameState(value), leads, leads / total, won],
          to: listPath({ from, to, state: value }),
        })),
      }}
    >
      <StateTiles
        label="Leads by state"
        tiles={states.map(({ value, leads, won }) => ({
          state: value,
          count: leads,
          name: `${nameState(value)}: ${pluralize(leads, 'lead')}, ${won} won`,
          to: listPath({ from, to, state: value }),
        }))}
      />
    </ChartFrame>
  );
}
