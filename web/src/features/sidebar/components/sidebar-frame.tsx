import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { Attention } from '@desk/contracts/admin/attention.routes';
import { brand } from '@desk/contracts/brand';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import * as Dialog from 'radix-ui/dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Backdrop } from '@/components/ui/dialog';
import { Menu, PanelLeft, X } from '@/components/ui/icons';
import { Tooltip } from '@/components/ui/tooltip';
import { Logo, Wordmark } from '@/components/ui/wordmark';
import { getHomePath } from '@/lib/current-user';
import { focusContent } from '@/lib/focus-content';
import { routeQuery } from '@/lib/route-query';
import type { Navigation } from '../lib/navigation';
import { type Sidebar, useSidebar } from '../lib/use-sidebar';
import { Account } from './account';
import { SidebarNav } from './sidebar-nav';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const SHORTCUT = isApple ? '\u2318B' : 'Ctrl+B';

function Toggle({ isExpanded, toggle }: Pick<Sidebar, 'isExpanded' | 'toggle'>) {
  const label = isExpanded ? 'Collapse sidebar' : 'Expand sidebar';
  return (
    <Tooltip content={`${label} (${SHORTCUT})`}>
      <button
        type="button"
        aria-label={label}
        aria-expanded={isExpanded}
        aria-controls="sidebar"
        aria-keyshortcuts="Control+B Meta+B"
        className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
        onClick={toggle}
      >
        <PanelLeft aria-hidden className="size-[18px]" />
      </button>
    </Tooltip>
  );
}

const WideSidebar = ({ isExpanded, toggle, user, navigation, attention }: SidebarContent & Sidebar) => (
  <aside
    id="sidebar"
    aria-label="Sidebar"
    className={clsx(
      'sticky top-0 flex h-dvh shrink-0 flex-col overflow-x-clip overflow-y-auto border-r border-line bg-surface',
      'transition-[width] duration-200 ease-out',
      isExpanded ? 'w-64' : 'w-12',
    )}
  >
    <div className={clsx('flex items-center py-2', isExpanded ? 'pr-2' : 'flex-col gap-1')}>
      <Link
        to={getHomePath(user)}
        className={clsx(
          'flex min-h-11 items-center rounded-control',
          isExpanded ? 'mr-auto ml-2 px-1.5' : 'px-2',
        )}
      >
        {isExpanded ? <Wordmark /> : <Logo className="size-7" />}
        {isExpanded ? null : <span className="sr-only">{brand}</span>}
      </Link>
      <Toggle isExpanded={isExpanded} toggle={toggle} />
    </div>
    <div
      className={clsx(
        'min-h-44 shrink grow overflow-x-clip overflow-y-auto py-2',
        isExpanded ? 'px-2 [scrollbar-width:thin]' : '[scrollbar-width:none]',
      )}
    >
      <SidebarNav navigation={navigation} attention={attention} isExpanded={isExpanded} />
    </div>
    <Account user={user} isExpanded={isExpanded} />
  </aside>
);

interface SidebarContent {
  user: CurrentUser;
  navigation: Navigation;
  attention: Attention | undefined;
}

interface SidebarDrawerProps extends SidebarContent {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

const roundButton = 'grid size-11 place-items-center rounded-control text-muted hover:text-ink';

/** The sidebar on a phone, with the button that opens it. */
function SidebarDrawer({ user, navigation, attention, isOpen, onOpenChange }: SidebarDrawerProps) {
  const hasNavigated = useRef(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Trigger aria-label="Menu" aria-keyshortcuts="Control+B Meta+B" className={roundButton}>
        <Menu aria-hidden className="size-5" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Backdrop />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[calc(100vw-44px)] flex-col overflow-y-auto border-r border-line bg-surface shadow-float data-[state=closed]:animate-[drawer-out_160ms_var(--ease-out)_forwards] data-[state=open]:animate-[drawer-in_200ms_var(--ease-out)]"
          onCloseAutoFocus={(event) => {
            if (!hasNavigated.current) return;
            // Focus moves to the new page, not back to the menu button.
            hasNavigated.current = false;
            event.preventDefault();
            focusContent();
          }}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="flex items-center justify-between py-1.5 pr-1.5 pl-4">
            <Wordmark />
            <Dialog.Close aria-label="Close menu" className={roundButton}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <div className="grow px-2 py-2">
            <SidebarNav
              isExpanded
              navigation={navigation}
              attention={attention}
              onNavigate={() => {
                hasNavigated.current = true;
                onOpenChange(false);
              }}
            />
          </div>
          <Account isExpanded user={user} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const PhoneHeader = ({ isDrawerOpen, setDrawerOpen, ...content }: SidebarContent & Sidebar) => (
  <header className="sticky top-0 z-40 flex h-14 shrink-0 items-center border-b border-line bg-surface px-1.5">
    <SidebarDrawer {...content} isOpen={isDrawerOpen} onOpenChange={setDrawerOpen} />
    <Link to={getHomePath(content.user)} className="ml-1 flex min-h-11 items-center rounded-control px-1">
      <Wordmark />
    </Link>
  </header>
);

const REFRESH_MS = 30_000;

const attentionQuery = {
  ...routeQuery('getAttention'),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const;

/**
 * Returns what waits for an admin, refreshed while the page is visible and after everything the admin does. Undefined
 * while it is not known.
 */
function useAttention({ isAdmin, secondFactorRequired }: CurrentUser): Attention | undefined {
  const isEnabled = isAdmin && !secondFactorRequired;
  const { data, isError } = useQuery({ ...attentionQuery, enabled: isEnabled });
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isEnabled) return;
    return queryClient.getMutationCache().subscribe((event) => {
      const hasSettled =
        event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error');
      if (hasSettled) void queryClient.invalidateQueries({ queryKey: attentionQuery.queryKey });
    });
  }, [isEnabled, queryClient]);
  return isError ? undefined : data;
}

interface SidebarFrameProps {
  user: CurrentUser;
  navigation: Navigation;
  children: ReactNode;
}

/** Puts the sidebar next to the page; on a phone, a top bar with a drawer. */
export function SidebarFrame({ user, navigation, children }: SidebarFrameProps) {
  const sidebar = useSidebar();
  const content = { user, navigation, attention: useAttention(user) };
  // Keeps the page at one place in the React tree, so that turning a tablet neither clears forms nor moves the focus.
  return (
    <div className={clsx('flex grow', sidebar.isPhone && 'flex-col')}>
      {sidebar.isPhone ? (
        <PhoneHeader {...content} {...sidebar} />
      ) : (
        <WideSidebar {...content} {...sidebar} />
      )}
      {children}
    </div>
  );
}
