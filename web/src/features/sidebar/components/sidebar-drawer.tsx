import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { Attention } from '@desk/contracts/admin/attention.routes';
import * as Dialog from 'radix-ui/dialog';
import { useRef } from 'react';
import { Backdrop } from '@/components/ui/dialog';
import { Menu, X } from '@/components/ui/icons';
import { focusContent } from '@/lib/focus-content';
import { Wordmark } from '@/components/ui/wordmark';
import type { Navigation } from '../lib/navigation';
import { Account } from './account';
import { SidebarNav } from './sidebar-nav';

export interface SidebarContent {
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
export function SidebarDrawer({ user, navigation, attention, isOpen, onOpenChange }: SidebarDrawerProps) {
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
