import { clsx } from 'clsx';
import { Link } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import type { Waiting } from '../lib/describe-waiting';
import type { Destination } from '../lib/navigation';

/** Collapsed, an item is 44 px wide in the 48 px sidebar. Many are lower, except where fingers touch them. */
export const sidebarItem = (isExpanded: boolean, isDense = false): string =>
  clsx(
    'relative flex items-center gap-3 rounded-control font-medium whitespace-nowrap transition-colors duration-150',
    isExpanded ? 'w-full px-2.5' : 'w-11 justify-center focus-visible:-outline-offset-2',
    isDense ? 'min-h-[30px] text-sm pointer-coarse:min-h-11 pointer-coarse:text-base' : 'min-h-11',
  );

interface SidebarItemProps {
  destination: Destination;
  isExpanded: boolean;
  isDense: boolean;
  isHighlighted: boolean;
  current: 'page' | 'true' | undefined;
  waiting: Waiting | null;
  onNavigate?: (() => void) | undefined;
}

export function SidebarItem({
  destination,
  isExpanded,
  isDense,
  isHighlighted,
  current,
  waiting,
  onNavigate,
}: SidebarItemProps) {
  const { to, label, icon: Icon } = destination;
  return (
    <Tooltip
      content={waiting === null ? label : `${label}: ${waiting.name}`}
      side="right"
      isDisabled={isExpanded}
    >
      <Link
        to={to}
        aria-current={current}
        className={clsx(
          sidebarItem(isExpanded, isDense),
          isHighlighted
            ? 'bg-brand-soft text-brand forced-colors:border-2 forced-colors:border-[Highlight]'
            : 'text-muted hover:bg-sunken hover:text-ink',
        )}
        onClick={onNavigate}
      >
        <Icon aria-hidden className="size-[18px] shrink-0" />
        <span className={isExpanded ? 'truncate' : 'sr-only'}>{label}</span>
        {waiting === null ? null : (
          <span
            role="img"
            aria-label={waiting.name}
            className={
              isExpanded
                ? 'tabular ml-auto min-w-5 rounded-full bg-money-soft px-1.5 text-center text-xs font-semibold text-money'
                : 'absolute top-1 right-2 size-2 rounded-full bg-money forced-colors:bg-[CanvasText]'
            }
          >
            {isExpanded ? waiting.count : null}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
