import type { ChannelKind } from '@desk/contracts/notifications/channels.values';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
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

const attemptsQuery = (deliveryId: string, audience: Audience) => ({
  ...routeQuery(audience === 'admin' ? 'listAttemptsOfDelivery' : 'listDeliveryAttempts', {
    params: { deliveryId },
  }),
  // A delivery that is still tried gets more.
  refetchOnMount: 'always' as const,
});

/** Lists every attempt of a delivery, loaded when somebody asks for it. */
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
  const { data, error, isFetching, refetch } = useQuery(attemptsQuery(deliveryId, audience));
  if (data === undefined)
    return error === null ? (
      <p role="status" className="text-sm text-muted">
        Loading attempts...
      </p>
    ) : (
      <ErrorState
        title="The attempts could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data.attempts.length === 0) return <p className="text-sm text-muted">No attempt has ended yet.</p>;
  return (
    <ol aria-label="Attempts" className="tabular mt-1 grid gap-2 border-l-2 border-line pl-3 text-sm">
      {data.attempts.map((attempt) => {
        const { tone, label, reason, code } = describeAttempt(attempt, channel, audience);
        const { startedAt } = attempt;
        return (
          <li key={attempt.attempt} className="whitespace-normal">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">Attempt {attempt.attempt}</span>
              <Badge tone={tone}>{label}</Badge>
            </p>
            <p className="text-muted">
              {formatDate(startedAt)} {formatExactTime(startedAt)}, took {formatDuration(attempt.durationMs)}
              {code === null ? '' : `. ${code}`}
            </p>
            {reason === null ? null : <p className="wrap-anywhere">{reason}</p>}
          </li>
        );
      })}
    </ol>
  );
}
