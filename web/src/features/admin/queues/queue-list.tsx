import type { QueueSummary } from '@desk/contracts/messages/queues.routes';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listPage } from '@/components/list/list';
import { Badge } from '@/components/ui/badge';
import type { Column, WithId } from '@/components/ui/data-table';
import { formatDuration } from '@/lib/dates';
import { numeric, rowLink } from '../columns';
import { liveOptions } from '../queries';
import { describeQueue, describeQueueState, jobStateLabels } from './describe-queue';
import { formatCount } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';

type Row = QueueSummary & WithId;

const countColumn = (state: 'waiting' | 'active' | 'delayed'): Column<Row> => ({
  header: jobStateLabels[state],
  ...numeric,
  cell: (queue) => formatCount(queue[state]),
});

export const Component = listPage({
  description: 'Messages that our services send each other, as they are now.',
  one: 'queue',
  params: {},
  useData: () => useQuery({ ...routeQuery('listQueues'), ...liveOptions }),
  rows: ({ queues }): readonly Row[] => queues.map((queue) => ({ ...queue, id: queue.queue })),
  columns: [
    {
      header: 'Queue',
      role: 'name',
      className: 'min-w-44',
      cell: ({ queue }) => (
        <>
          <Link to={`/admin/queues/${queue}`} className={rowLink}>
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
      ...numeric,
      cell: ({ oldestWaitingMs }) => (oldestWaitingMs === null ? 'None' : formatDuration(oldestWaitingMs)),
    },
    countColumn('active'),
    countColumn('delayed'),
    {
      header: jobStateLabels.failed,
      ...numeric,
      cell: ({ failed }) =>
        failed === 0 ? '0' : <strong className="font-semibold text-danger">{formatCount(failed)}</strong>,
    },
    {
      header: 'Workers',
      ...numeric,
      cell: ({ workers }) => (workers === null ? 'Unknown' : formatCount(workers)),
    },
  ],
  minTableWidthPx: 860,
  empty: { title: 'No queues', description: 'The services have not started yet.' },
});
