import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { statisticsQuery } from '../api/get-lead-statistics';
import { formatSeconds } from '@/lib/format-seconds';
import { useWasVisible } from '../lib/use-was-visible';
import { formatCount } from '@/lib/numbers';

/**
 * The measured delivery time. Loaded once this part of the page is visible, so that it does not slow the page down.
 * Its space is reserved and stays empty if there is no measurement.
 */
export function MedianDeliveryTime({ className }: { className: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  const { data } = useQuery({ ...statisticsQuery, enabled: useWasVisible(element) });
  return (
    <p ref={element} className={className}>
      {typeof data?.medianMs === 'number' ? (
        <span className="animate-[fade-in_180ms_var(--ease-out)]">
          Median posted to delivered:{' '}
          <strong className="tabular font-semibold text-ink">{formatSeconds(data.medianMs)}</strong>, measured
          over <span className="tabular">{formatCount(data.leads)}</span>{' '}
          {data.leads === 1 ? 'lead' : 'leads'} in the last 7 days
        </span>
      ) : null}
    </p>
  );
}
