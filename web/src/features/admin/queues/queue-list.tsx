import type { QueueSummary } from '@desk/contracts/messages/queues.routes';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listPage } from '@/components/list/list-page';
import { Badge } from '@/components/ui/badge';
import type { Column, WithId } from '@/components/ui/data-table-types';
import { formatDuration } from '@/lib/dates';
import { queuesQuery } from './queues.api';
import { describeQueue, describeQueueState, jobStateLabels } from './describe-queue';
import { formatCount } from '@/lib/numbers';

const countColumn = (state: 'waiting' | 'active' | 'delayed'): Column<QueueSummary> => ({
  header: jobStateLabels[state],
  align: 'end',
  noWrap: true,
  cell: (queue) => formatCount(queue[state]),
});

const columns: readonly Column<QueueSummary>[] = [
  {
    header: 'Queue',
    role: 'name',
    className: 'min-w-44',
    cell: ({ queue }) => (
      <>
        <Link to={`/admin/queues/${queue}`} className="link inline-flex items-center pointer-coarse:min-h-11">
          {queue}
        </Link>
        <span className="block font-normal text-muted">{describeQueue(queue)}</span>
      </>
    ),
  },
  {
    header: 'State',
    role: 'badge',
    cell: (queue) => {
      const { label, tone } = describeQueueState(queue);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  countColumn('waiting'),
  {
    header: 'Oldest waiting',
    align: 'end',
    noWrap: true,
    cell: ({ oldestWaitingMs }) => (oldestWaitingMs === null ? 'None' : formatDuration(oldestWaitingMs)),
  },
  countColumn('active'),
  countColumn('delayed'),
  {
    header: jobStateLabels.failed,
    align: 'end',
    noWrap: true,
    cell: ({ failed }) =>
      failed === 0 ? '0' : <strong className="font-semibold text-danger">{formatCount(failed)}</strong>,
  },
  {
    header: 'Workers',
    align: 'end',
    noWrap: true,
    cell: ({ workers }) => (workers === null ? 'Unknown' : formatCount(workers)),
  },
];

/** What waits between services, by queue. */
export const Component = listPage({
  description: 'Messages that our services send each other, as they are now.',
  one: 'queue',
  params: {},
  useData: () => useQuery(queuesQuery),
  rows: ({ queues }): readonly (QueueSummary & WithId)[] =>
    queues.map((queue) => ({ ...queue, id: queue.queue })),
  columns,
  minTableWidthPx: 860,
  empty: { title: 'No queues', description: 'The services have not started yet.' },
});
