import { clsx } from 'clsx';
import { Link, useLocation, useNavigation } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import type { Destination } from '../lib/destinations';

interface SidebarNavProps {
  destinations: readonly Destination[];
  isExpanded: boolean;
  onNavigate?: () => void;
}

/** Collapsed, an item is a 44 px square in the 48 px sidebar. */
export const sidebarItem = (isExpanded: boolean): string =>
  clsx(
    'flex min-h-11 items-center gap-3 rounded-control font-medium whitespace-nowrap transition-colors duration-150',
    isExpanded ? 'w-full px-2.5' : 'w-11 justify-center',
  );

export function SidebarNav({ destinations, isExpanded, onNavigate }: SidebarNavProps) {
  const { pathname } = useLocation();
  // Highlights the target of a navigation that is still loading.
  const targetPathname = useNavigation().location?.pathname ?? pathname;
  return (
    <nav aria-label="Main">
      <ul className={clsx('grid gap-1', !isExpanded && 'justify-items-center')}>
        {destinations.map(({ to, label, icon: Icon, within }) => {
          const contains = (path: string) => path === to || path.startsWith(within);
          return (
            <li key={to}>
              <Tooltip content={label} side="right" isDisabled={isExpanded}>
                <Link
                  to={to}
                  aria-current={pathname === to ? 'page' : contains(pathname) ? 'true' : undefined}
                  className={clsx(
                    sidebarItem(isExpanded),
                    contains(targetPathname)
                      ? 'bg-brand-soft text-brand'
                      : 'text-muted hover:bg-sunken hover:text-ink',
                  )}
                  onClick={onNavigate}
                >
                  <Icon aria-hidden className="size-[18px] shrink-0" />
                  <span className={isExpanded ? undefined : 'sr-only'}>{label}</span>
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
