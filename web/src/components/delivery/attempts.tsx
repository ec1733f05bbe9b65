import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { formatDate, formatDuration, formatExactTime } from '@/lib/dates';
import { type Audience, describeAttempt } from '@/lib/describe-attempt';
import { routeQuery } from '@/lib/route-query';

interface AttemptsProps {
  deliveryId: string;
  channel: ChannelKind;
  audience: Audience;
  /** Names the delivery for screen readers, such as 'Email to grace@example.com'. */
  name: string;
}

/** Lists every attempt of a delivery. Loaded when it is opened. */
export function Attempts({ name, ...delivery }: AttemptsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-1">
      <Button
        variant="quiet"
        className="-ml-3 min-h-8! px-3! text-sm pointer-coarse:min-h-11!"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${isOpen ? 'Hide' : 'Show'} attempts: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide attempts' : 'Show attempts'}
      </Button>
      <div id={id}>{isOpen ? <AttemptList {...delivery} /> : null}</div>
    </div>
  );
}

function AttemptList({ deliveryId, channel, audience }: Omit<AttemptsProps, 'name'>) {
  const route = audience === 'admin' ? 'listAttemptsOfDelivery' : 'listDeliveryAttempts';
  const query = useQuery({
    ...routeQuery(route, { params: { deliveryId } }),
    // A delivery that is still being retried gets more attempts.
    refetchOnMount: 'always',
  });
  return (
    <QueryView query={query} what="the attempts">
      {({ attempts }) =>
        attempts.length === 0 ? (
          <p className="text-sm text-muted">No attempt has ended yet.</p>
        ) : (
          <ol aria-label="Attempts" className="tabular mt-1 grid gap-2 border-l-2 border-line pl-3 text-sm">
            {attempts.map((attempt) => {
              const { tone, label, reason, code } = describeAttempt(attempt, channel, audience);
              return (
                <li key={attempt.attempt} className="whitespace-normal">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="font-medium">Attempt {attempt.attempt}</span>
                    <Badge tone={tone}>{label}</Badge>
                  </p>
                  <p className="text-muted">
                    {formatDate(attempt.startedAt)} {formatExactTime(attempt.startedAt)}, took{' '}
                    {formatDuration(attempt.durationMs)}
                    {code === null ? '' : `. ${code}`}
                  </p>
                  {reason === null ? null : <p className="wrap-anywhere">{reason}</p>}
                </li>
              );
            })}
          </ol>
        )
      }
    </QueryView>
  );
}
