import type { Attention } from '@desk/contracts/admin/attention.routes';
import { clsx } from 'clsx';
import { useId } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { describeWaiting } from '../lib/describe-waiting';
import { findDestination, isWithin, type Navigation } from '../lib/navigation';
import { SidebarItem } from './sidebar-item';

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
                  waiting={destination.waiting ? describeWaiting(destination.waiting, attention) : null}
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
