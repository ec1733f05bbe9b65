import type { LeadStatistics } from '@desk/contracts/leads/sold-leads.routes';
import type { StatusAnswer } from '@desk/contracts/status/status.http';
import { type StatusComponent, statusComponents } from '@desk/contracts/status/status.values';
import type { ReactNode } from 'react';
import { CircleCheck } from '@/components/ui/icons';
import { Loading } from '@/components/ui/loading';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime, formatDay } from '@/lib/dates';
import { formatSeconds } from '@/lib/format-seconds';
import { pluralize } from '@/lib/numbers';
import { componentLabels } from '../lib/labels';
import { type DayTone, type DayUptime, formatUptime, getTone, getUptime, type Uptime } from '../lib/uptime';
import { IncidentList } from './incident-list';

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

const DeliveryTime = ({ label, ms }: { label: string; ms: number | null }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="tabular display text-2xl">{ms === null ? '-' : formatSeconds(ms)}</dd>
  </div>
);

function describeMeasurement(delivery: LeadStatistics | null): string {
  if (delivery === null) return 'These figures are not available at the moment.';
  return delivery.medianMs === null
    ? 'No lead was delivered in the last 7 days.'
    : `Measured over ${pluralize(delivery.leads, 'lead')}.`;
}

const DeliveryTimes = ({ delivery }: Pick<StatusAnswer, 'delivery'>) => (
  <>
    <dl className="flex flex-wrap gap-x-16 gap-y-4">
      <DeliveryTime label="Median" ms={delivery?.medianMs ?? null} />
      <DeliveryTime label="95 of 100 leads within" ms={delivery?.p95Ms ?? null} />
    </dl>
    <p className="tabular mt-3 text-muted">{describeMeasurement(delivery)}</p>
  </>
);

/** Bars differ in height too, so that color is not needed to tell them apart. */
const bars: Readonly<Record<DayTone, { readonly className: string; readonly height: number }>> = {
  none: { className: 'fill-line', height: 8 },
  full: { className: 'fill-brand', height: 28 },
  partial: { className: 'fill-money', height: 22 },
  poor: { className: 'fill-danger', height: 16 },
};
const HEIGHT = 28;
const STEP = 10;
const BAR_WIDTH = 7;

const describeDay = (day: DayUptime): string => `${formatDay(day.date)}: ${formatUptime(day)}`;

const UptimeBars = ({ label, days }: { label: string; days: readonly DayUptime[] }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
    preserveAspectRatio="none"
    className="mt-3 h-7 w-full"
  >
    {days.map((day, index) => {
      const { className, height } = bars[getTone(day)];
      return (
        <rect
          key={day.date}
          x={index * STEP}
          y={HEIGHT - height}
          width={BAR_WIDTH}
          height={height}
          className={className}
        >
          <title>{describeDay(day)}</title>
        </rect>
      );
    })}
  </svg>
);

function Now({ isUp }: { isUp: boolean | undefined }) {
  if (isUp === undefined) return <span className="text-muted">Not checked yet</span>;
  return isUp ? (
    <span className="font-semibold text-brand">Working</span>
  ) : (
    <span className="font-semibold text-danger">Not answering</span>
  );
}

interface UptimeRowProps {
  component: StatusComponent;
  isUp: boolean | undefined;
  /** Null if the history could not be read. */
  uptime: Uptime | null;
}

function UptimeRow({ component, isUp, uptime }: UptimeRowProps) {
  const interrupted = uptime?.days.filter(({ minutes, upMinutes }) => upMinutes < minutes) ?? [];
  return (
    <li className="border-t border-line py-5 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold">{componentLabels[component]}</h3>
        <p className="flex items-baseline gap-4">
          <span className="tabular text-muted">{uptime && formatUptime(uptime)}</span>
          <Now isUp={isUp} />
        </p>
      </div>
      {uptime && (
        <>
          <UptimeBars
            label={`${componentLabels[component]}, ${uptime.days.length} days: ${formatUptime(uptime)}`}
            days={uptime.days}
          />
          {interrupted.length > 0 && (
            <details className="mt-2 text-sm text-muted">
              <summary className="inline-flex min-h-11 cursor-pointer items-center">
                Days below 100% ({interrupted.length})
              </summary>
              <ul className="tabular grid gap-1 sm:grid-cols-2 lg:grid-cols-3">
                {interrupted.toReversed().map((day) => (
                  <li key={day.date}>{describeDay(day)}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </li>
  );
}

interface SectionProps {
  id: string;
  title: string;
  explanation?: string;
  children: ReactNode;
}

const Section = ({ id, title, explanation, children }: SectionProps) => (
  <section aria-labelledby={id} className="mt-12">
    <h2 id={id} className="display text-xl">
      {title}
    </h2>
    {explanation === undefined ? null : <p className="mt-5 max-w-[68ch] text-muted">{explanation}</p>}
    <div className="mt-5">{children}</div>
  </section>
);

const UptimeOfComponents = ({ history, components }: Pick<StatusAnswer, 'history' | 'components'>) => (
  <>
    {history === null && <p className="mb-4">The history is not available at the moment.</p>}
    <ul className="rounded-card border border-line bg-surface px-5 sm:px-6">
      {statusComponents.map((component) => (
        <UptimeRow
          key={component}
          component={component}
          isUp={components.find((row) => row.component === component)?.isUp}
          uptime={history && getUptime(history, component)}
        />
      ))}
    </ul>
  </>
);

function Incidents({ incidents }: Pick<StatusAnswer, 'incidents'>) {
  if (incidents === null) return <p>The incidents are not available at the moment.</p>;
  return incidents.length === 0 ? (
    <p className="text-muted">No incident was reported in the last 90 days.</p>
  ) : (
    <IncidentList incidents={incidents} />
  );
}

/**
 * `status` is null while loading. The explanations are prerendered, so that there is something to read. Space is
 * reserved for the status, so that they do not move when it arrives.
 */
export const StatusContent = ({ status }: { status: StatusAnswer | null }) => (
  <>
    <div className="min-h-[78px] sm:min-h-[52px]">
      {status === null ? <Loading label="Loading the status..." /> : <Summary {...status} />}
    </div>
    <Section
      id="posted-to-delivered"
      title="Posted to delivered"
      explanation="From the funnel's post to the first delivery to the agent, with matching and charging the card, over the newest leads of the last 7 days, at most 1,000. A lead that waited for an agent counts with its wait."
    >
      {status === null ? <Skeleton className="h-[102px]" /> : <DeliveryTimes {...status} />}
    </Section>
    <Section
      id="uptime"
      title="Uptime of the last 90 days"
      explanation="Each component is checked several times a minute. A minute counts as up only if an answer was recorded; days are in UTC, and days before recording began have no data."
    >
      {status === null ? <Skeleton className="h-[480px]" /> : <UptimeOfComponents {...status} />}
    </Section>
    <Section id="incidents" title="Incidents">
      {status === null ? <Skeleton className="h-6" /> : <Incidents {...status} />}
    </Section>
  </>
);
