import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { statisticsQuery } from '../api/get-figures';
import { inSeconds } from '../lib/duration';
import { useIsSeen } from '../lib/use-is-seen';

/**
 * How fast leads are in fact delivered. Asked for once this part of the page is on the screen, so that the page
 * itself waits for nothing; its place is kept, and stays empty when there is no such figure.
 */
export function LiveFigure({ className }: { className: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  const { data } = useQuery({ ...statisticsQuery, enabled: useIsSeen(place) });
  return (
    <p ref={place} className={className}>
      {typeof data?.medianMs === 'number' ? (
        <span className="animate-[fade-in_180ms_var(--ease-out)]">
          Median posted to delivered:{' '}
          <strong className="tabular font-semibold text-ink">{inSeconds(data.medianMs)}</strong>, measured
          over <span className="tabular">{data.leads.toLocaleString('en-US')}</span>{' '}
          {data.leads === 1 ? 'lead' : 'leads'} in the last 7 days
        </span>
      ) : null}
    </p>
  );
}
