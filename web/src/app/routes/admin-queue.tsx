import { queueNames } from '@desk/contracts/queues';
import { useParams } from 'react-router';
import { QueuePage } from '@/features/admin/components/queues/queue-page';
import { MissingPageError } from '@/lib/missing-page';

export function Component() {
  const { queue: given } = useParams();
  const queue = queueNames.find((name) => name === given);
  if (queue === undefined) throw new MissingPageError();
  return <QueuePage key={queue} queue={queue} />;
}
