import { clsx } from 'clsx';
import type { LiveState } from '../lib/live-connection';

const labels: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting…',
  full: 'Live updates are paused: too many pages are open on your network.',
};

/** Shows whether the page updates by itself. */
export const LiveIndicator = ({ state }: { state: LiveState }) => (
  <p role="status" className="flex items-center gap-2 text-sm text-muted">
    <span
      aria-hidden
      className={clsx(
        'size-2 rounded-full transition-colors duration-200',
        state === 'live' && 'bg-brand',
        state === 'connecting' && 'bg-line-strong',
        state === 'lost' && 'animate-[breathe_1.6s_ease-in-out_infinite] bg-money',
        state === 'full' && 'bg-money',
      )}
    />
    {labels[state]}
  </p>
);
