import type { QueueJob } from '@desk/contracts/messages/queues.routes';
import { jobStates } from '@desk/contracts/messages/queues.values';
import type { QueueName } from '@desk/contracts/queues';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/ui/data-table';
import type { Column } from '@/components/ui/data-table-types';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { formatDate, formatExactTime } from '@/lib/dates';
import { usePageTitle } from '@/lib/page-title';
import { queueJobsQuery } from '../../api/queues';
import { describeJobFailure, describeQueue, emptyHints, jobStateLabels } from '../../lib/describe-queue';
import { isKeyOf } from '../../lib/labels';
import { pluralize, summarizeCursorPageOf } from '../../lib/numbers';
import { useListUrlState } from '../../lib/use-list-url-state';
import { AdminList } from '../admin-list';
import { AdminPage } from '../admin-page';
import { ListToolbar } from '../list-toolbar';

const stateOptions = jobStates.map((value) => ({ value, label: jobStateLabels[value] }));
const Instant = ({ at }: { at: string }) => (
  <>
    <span className="block whitespace-nowrap">{formatDate(at)}</span>
    <span className="block whitespace-nowrap text-muted">{formatExactTime(at)}</span>
  </>
);

const columns: readonly Column<QueueJob>[] = [
  {
    id: 'job',
    header: 'Job',
    role: 'name',
    className: 'min-w-60 wrap-anywhere',
    cell: ({ id, name }) => (
      <>
        <span className="block">{name}</span>
        <span className="block font-normal wrap-anywhere text-muted">
          {id.startsWith(`${name}~`) ? id.slice(name.length + 1) : id}
        </span>
      </>
    ),
  },
  { id: 'added', header: 'Added', cell: ({ addedAt }) => <Instant at={addedAt} /> },
  {
    id: 'started',
    header: 'Last started',
    cell: ({ startedAt }) => (startedAt === null ? 'Not yet' : <Instant at={startedAt} />),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    noWrap: true,
    cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
  },
  {
    id: 'failure',
    header: 'Last failure',
    className: 'min-w-48',
    cell: ({ failure, lostProcesses }) => (
      <>
        <span className="block">{describeJobFailure(failure)}</span>
        {lostProcesses === 0 ? null : (
          <span className="block text-muted">{pluralize(lostProcesses, 'process', 'processes')} lost</span>
        )}
      </>
    ),
  },
];

/** The jobs of one queue, by state. */
export function QueuePage({ queue }: { queue: QueueName }) {
  usePageTitle(queue);
  const listState = useListUrlState();
  const chosen = listState.get('state');
  const state = isKeyOf(jobStateLabels, chosen) ? chosen : 'waiting';
  const query = useQuery(queueJobsQuery(queue, state));
  const label = jobStateLabels[state].toLowerCase();
  return (
    <AdminPage
      title={queue}
      back={{ to: '/admin/queues', label: 'Queues' }}
      description={`${describeQueue(queue)}. Jobs are shown without their content, which is encrypted.`}
    >
      <ListToolbar
        filters={
          <Select
            label="State"
            className="w-48"
            value={state}
            options={stateOptions}
            onChange={(next) => listState.update({ state: next === 'waiting' ? null : next })}
          />
        }
      />
      <AdminList
        query={query}
        pageKey={state}
        loading="Loading jobs..."
        failure="The jobs could not be loaded."
        isEmpty={({ jobs }) => jobs.length === 0}
        summary={({ jobs, total }) => summarizeCursorPageOf(jobs.length, total, `${label} job`)}
        empty={<EmptyState icon={CircleCheck} title={`No ${label} jobs`} description={emptyHints[state]} />}
        pager={null}
      >
        {(data) => (
          <DataTable
            caption={`${jobStateLabels[state]} jobs, ${state === 'failed' ? 'newest' : 'next one'} first`}
            columns={columns}
            rows={data?.jobs}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={860}
          />
        )}
      </AdminList>
    </AdminPage>
  );
}
