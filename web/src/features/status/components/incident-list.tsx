import type { Incident } from '@desk/contracts/status/status.schemas';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { formatDateTime } from '@/lib/dates';
import { componentLabels, incidentLabels } from '../lib/labels';

interface IncidentListProps {
  incidents: readonly Incident[];
  /** Shown below an incident that is not resolved. */
  action?: (incident: Incident) => ReactNode;
}

/** Incidents with their updates, newest first. Times are in the reader's time zone. */
export const IncidentList = ({ incidents, action }: IncidentListProps) => (
  <ol className="grid gap-5">
    {incidents.map((incident) => (
      <li key={incident.id} className="rounded-card border border-line bg-surface p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h3 className="text-lg font-semibold wrap-anywhere">{incident.title}</h3>
          <Badge tone={incident.resolvedAt === null ? 'money' : 'brand'}>
            {incidentLabels[incident.updates[0]?.status ?? 'investigating']}
          </Badge>
        </div>
        <p className="text-muted">
          {incident.components.map((component) => componentLabels[component]).join(', ')}
        </p>
        <ol className="mt-4 grid gap-3">
          {incident.updates.map(({ id, status, text, at }) => (
            <li key={id} className="border-l-2 border-line pl-4">
              <p className="max-w-[68ch] wrap-anywhere whitespace-pre-line">
                <strong className="font-semibold">{incidentLabels[status]}:</strong> {text}
              </p>
              <time dateTime={at} className="tabular text-sm text-muted">
                {formatDateTime(at)}
              </time>
            </li>
          ))}
        </ol>
        {incident.resolvedAt === null && action ? <div className="mt-5">{action(incident)}</div> : null}
      </li>
    ))}
  </ol>
);
