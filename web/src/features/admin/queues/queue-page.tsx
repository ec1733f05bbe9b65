import { type QueueName, queueNames } from '@desk/contracts/queues';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { requiredChoice } from '@/components/list/list-params';
import { Page } from '@/components/page/page';
import { withParam } from '@/components/page/detail-page';
import { formatDate, formatExactTime } from '@/lib/dates';
import { pluralize } from '@/lib/numbers';
import { MissingPageError } from '@/lib/missing-page';
import { usePageTitle } from '@/lib/page-title';
import { routeQuery } from '@/lib/route-query';
import { TwoLines } from '../columns';
import { liveOptions } from '../queries';
import { describeJobFailure, describeQueue, emptyHints, jobOrders, jobStateLabels } from './describe-queue';

const Instant = ({ at }: { at: string }) => (
  <TwoLines first={formatDate(at)} second={formatExactTime(at)} className="whitespace-nowrap" />
);

const toJobList = (queue: QueueName) =>
  defineList({
    one: 'job',
    params: { state: requiredChoice('State', jobStateLabels, 'waiting') },
    useData: ({ state }) =>
      useQuery({ ...routeQuery('listQueueJobs', { query: { queue, state } }), ...liveOptions }),
    rows: ({ jobs }) => jobs,
    total: ({ total }) => total,
    columns: [
      {
        header: 'Job',
        role: 'name',
        className: 'min-w-60 wrap-anywhere',
        cell: ({ id, name }) => (
          <TwoLines first={name} second={id.startsWith(`${name}~`) ? id.slice(name.length + 1) : id} />
        ),
      },
      { header: 'Added', cell: ({ addedAt }) => <Instant at={addedAt} /> },
      {
        header: 'Last started',
        cell: ({ startedAt }) => (startedAt === null ? 'Not yet' : <Instant at={startedAt} />),
      },
      {
        header: 'Attempts',
        noWrap: true,
        cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
      },
      {
        header: 'Last failure',
        className: 'min-w-48',
        cell: ({ failure, lostProcesses }) => (
          <>
            <span className="block">{describeJobFailure(failure)}</span>
            {lostProcesses === 0 ? null : (
              <span className="block text-muted">
                {pluralize(lostProcesses, 'process', 'processes')} lost
              </span>
            )}
          </>
        ),
      },
    ],
    caption: ({ state }) => `${jobStateLabels[state]} jobs, ${jobOrders[state]} first`,
    minTableWidthPx: 860,
    empty: ({ state }) => ({
      title: `No ${jobStateLabels[state].toLowerCase()} jobs`,
      description: emptyHints[state],
    }),
  });

function QueuePage({ queue }: { queue: QueueName }) {
  usePageTitle(queue);
  const [jobList] = useState(() => toJobList(queue));
  return (
    <Page
      title={queue}
      back={{ to: '/admin/queues', label: 'Queues' }}
      description={`${describeQueue(queue)}. Jobs are shown without their content, which is encrypted.`}
    >
      <List of={jobList} />
    </Page>
  );
}

export const Component = withParam('queue', ({ id }) => {
  const queue = queueNames.find((name) => name === id);
  if (queue === undefined) throw new MissingPageError();
  return <QueuePage queue={queue} />;
});
