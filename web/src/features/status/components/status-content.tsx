import type { LeadStatistics } from '@desk/contracts/leads/sold-leads.routes';
import type { StatusAnswer } from '@desk/contracts/status/status.http';
import { statusComponents } from '@desk/contracts/status/status.values';
import type { ReactNode } from 'react';
import { CircleCheck } from '@/components/ui/icons';
import { Notice } from '@/components/ui/notice';
import { formatDateTime } from '@/lib/dates';
import { formatSeconds } from '@/lib/format-seconds';
import { formatCount } from '@/lib/numbers';
import { uptimeOf } from '../lib/uptime';
import { IncidentList } from './incident-list';
import { UptimeRow } from './uptime-row';

function Summary({ checkedAt, components }: Pick<StatusAnswer, 'checkedAt' | 'components'>) {
  if (checkedAt === null) return <p className="text-muted">The first check after a restart is running.</p>;
  const down = components.filter(({ isUp }) => !isUp).length;
  const checked = (
    <>
      Checked <time dateTime={checkedAt}>{formatDateTime(checkedAt)}</time>.
    </>
  );
  if (down > 0)
    return (
      <Notice tone="danger" title={`${down} of ${components.length} components are not answering`}>
        {checked}
      </Notice>
    );
  return (
    <p className="flex gap-3 rounded-control border border-line bg-brand-soft px-4 py-3">
      <CircleCheck aria-hidden className="mt-[3px] size-5 shrink-0 text-brand" />
      <span>
        <strong className="font-semibold text-brand">Everything is working.</strong> {checked}
      </span>
    </p>
  );
}

const Figure = ({ label, ms }: { label: string; ms: number }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="tabular display text-2xl">{formatSeconds(ms)}</dd>
  </div>
);

function DeliveryTimes({ delivery }: { delivery: LeadStatistics | null }) {
  if (delivery === null || delivery.medianMs === null || delivery.p95Ms === null)
    return (
      <p className="text-muted">
        {delivery === null
          ? 'These figures are not available at the moment.'
          : 'No lead was delivered in the last 7 days.'}
      </p>
    );
  return (
    <>
      <dl className="flex flex-wrap gap-x-16 gap-y-4">
        <Figure label="Median" ms={delivery.medianMs} />
        <Figure label="95 of 100 leads within" ms={delivery.p95Ms} />
      </dl>
      <p className="mt-3 max-w-[68ch] text-muted">
        From the funnel&apos;s post to the first delivery to the agent, with matching and charging the card.
        Measured over <span className="tabular">{formatCount(delivery.leads)}</span>{' '}
        {delivery.leads === 1 ? 'lead' : 'leads'}: the newest of the last 7 days, at most 1,000. A lead that
        waited for an agent counts with its wait.
      </p>
    </>
  );
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="mt-12">
    <h2 id={id} className="display text-xl">
      {title}
    </h2>
    <div className="mt-5">{children}</div>
  </section>
);

export function StatusContent({ status }: { status: StatusAnswer }) {
  const { history, incidents } = status;
  return (
    <>
      <Summary {...status} />
      <Section id="posted-to-delivered" title="Posted to delivered">
        <DeliveryTimes delivery={status.delivery} />
      </Section>
      <Section id="uptime" title="Uptime of the last 90 days">
        <p className="max-w-[68ch] text-muted">
          Each component is checked several times a minute. A minute counts as up only if an answer was
          recorded; days are in UTC, and days before recording began have no data.
        </p>
        {history === null && <p className="mt-3">The history is not available at the moment.</p>}
        <ul className="mt-4 rounded-card border border-line bg-surface px-5 sm:px-6">
          {statusComponents.map((component) => (
            <UptimeRow
              key={component}
              component={component}
              isUp={status.components.find((row) => row.component === component)?.isUp}
              uptime={history && uptimeOf(history, component)}
            />
          ))}
        </ul>
      </Section>
      <Section id="incidents" title="Incidents">
        {incidents === null ? (
          <p>The incidents are not available at the moment.</p>
        ) : incidents.length === 0 ? (
          <p className="text-muted">No incident was reported in the last 90 days.</p>
        ) : (
          <IncidentList incidents={incidents} />
        )}
      </Section>
    </>
  );
}
