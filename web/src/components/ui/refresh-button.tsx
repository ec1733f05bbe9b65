import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { RefreshCw } from './icons';

/** Keeps its width while refreshing. */
export const RefreshButton = ({
  isRefreshing,
  onRefresh,
}: {
  isRefreshing: boolean;
  onRefresh: () => void;
}) => (
  <Button
    variant="quiet"
    isBusy={isRefreshing}
    className="-mr-3 min-h-8! px-3! text-sm pointer-coarse:min-h-11!"
    onClick={onRefresh}
  >
    <RefreshCw aria-hidden className={clsx('size-4 shrink-0', isRefreshing && 'animate-spin')} />
    Refresh
  </Button>
);
