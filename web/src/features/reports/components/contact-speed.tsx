import { CONTACT_SPEED } from '@desk/contracts/leads/agent-report.values';
import { ValueBars } from '@/components/charts/value-bars';
import { Card } from '@/components/ui/card';
import { formatDuration } from '@/lib/dates';
import { formatCount, pluralize } from '@/lib/numbers';
import type { Report } from '../api/reports.api';
import { describeContactSpeed } from '../lib/sentences';

/** How soon after the sale the status of a lead is first changed. Does not depend on the period. */
export function ContactSpeed({ report }: { report: Report }) {
  const { own, allAgents } = report.contactSpeed;
  const longestMs = Math.max(1, own.medianMs ?? 0, allAgents.medianMs ?? 0);
  const bars = [
    { key: 'own', label: 'You', ...own, isQuiet: false },
    { key: 'all', label: 'All agents', ...allAgents, isQuiet: true },
  ].map(({ medianMs, leads, ...bar }) => ({
    ...bar,
    fraction: (medianMs ?? 0) / longestMs,
    value: medianMs === null ? 'Not known yet' : formatDuration(medianMs),
    accessibleValue: pluralize(leads, 'lead'),
    note: `median of ${pluralize(leads, 'lead')}`,
  }));
  return (
    <Card title="Speed to first contact" description={describeContactSpeed(own.medianMs, allAgents.medianMs)}>
      <ValueBars label="Median time to first contact" bars={bars} />
      <p className="mt-4 text-sm text-muted">
        From the sale to the first change of the status, for the newest contacted leads of the last{' '}
        {CONTACT_SPEED.days} days, whatever the period above: at most {formatCount(CONTACT_SPEED.leads)}{' '}
        leads.
      </p>
    </Card>
  );
}
