import type { Attention } from '@desk/contracts/admin/attention.routes';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Link, useLocation, useNavigation } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import { describeWaiting } from '@/lib/waiting';
import { type Destination, findDestination, isWithin, type Navigation } from '../lib/navigation';

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
  attention: Attention | undefined;
  onNavigate?: (() => void) | undefined;
}

function SidebarItem({
  destination,
  isExpanded,
  isDense,
  isHighlighted,
  current,
  attention,
  onNavigate,
}: SidebarItemProps) {
  const { to, label, icon: Icon } = destination;
  const waiting = destination.waiting ? describeWaiting(destination.waiting, attention) : null;
  return (
    <Tooltip content={waiting === null ? label : `${label}: ${waiting.name}`} isDisabled={isExpanded}>
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

interface SidebarNavProps {
  navigation: Navigation;
  attention: Attention | undefined;
  isExpanded: boolean;
  onNavigate?: () => void;
}

export function SidebarNav({ navigation, attention, isExpanded, onNavigate }: SidebarNavProps) {
  const id = useId();
  const location = useLocation();
  const current = findDestination(navigation, location);
  // Highlights the target of a navigation that is still loading.
  const target = findDestination(navigation, useNavigation().location ?? location);
  return (
    <nav aria-label="Main">
      {navigation.map(({ name, destinations }, index) => (
        <div
          key={name ?? index}
          className={clsx(index > 0 && (isExpanded ? 'mt-3' : 'mt-2 border-t border-line pt-2'))}
        >
          {name === undefined ? null : (
            <p
              id={`${id}-${name}`}
              className={isExpanded ? 'px-2.5 pb-0.5 text-xs font-semibold text-muted' : 'sr-only'}
            >
              {name}
            </p>
          )}
          <ul
            aria-labelledby={name && `${id}-${name}`}
            className={clsx('grid', !isExpanded && 'justify-items-center')}
          >
            {destinations.map((destination) => (
              <li key={destination.to}>
                <SidebarItem
                  destination={destination}
                  isExpanded={isExpanded}
                  isDense={navigation.length > 1}
                  isHighlighted={destination === target}
                  current={
                    destination === current
                      ? isWithin(destination, location.pathname)
                        ? 'true'
                        : 'page'
                      : undefined
                  }
                  attention={attention}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
