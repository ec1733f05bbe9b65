import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { RefreshCw } from '../icons';

interface RefreshButtonProps {
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** Keeps its width and focus while refreshing. */
export const RefreshButton = ({ isRefreshing, onRefresh }: RefreshButtonProps) => (
  <Button
    variant="quiet"
    aria-disabled={isRefreshing}
    className="-mr-3 min-h-8! px-3! text-sm aria-disabled:opacity-55 pointer-coarse:min-h-11!"
    onClick={() => {
      if (!isRefreshing) onRefresh();
    }}
  >
    <RefreshCw aria-hidden className={clsx('size-4 shrink-0', isRefreshing && 'animate-spin')} />
    Refresh
  </Button>
);
