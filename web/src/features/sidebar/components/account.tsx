import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { notifyError } from '@/components/toast/toast-store';
import { ConfirmDialog } from '@/components/ui/dialog';
import { LogOut } from '@/components/ui/icons';
import { Tooltip } from '@/components/ui/tooltip';
import { callRoute } from '@/lib/api-client';
import { finishSaves } from '@/lib/delayed-save';
import { hasUnsavedText, leaveFor } from '@/lib/unsaved-text';
import { getInitials } from '../lib/initials';
import { sidebarItem } from './sidebar-nav';

async function signOut(): Promise<void> {
  try {
    await callRoute('signOut');
  } catch (error) {
    notifyError('Failed to logout');
    throw error;
  }
}

/**
 * Saves edits first; if that fails, the user stays signed in to see it. Reloads the page afterwards, so that none of
 * the user's data stays in memory.
 */
const useLogout = () =>
  useMutation({
    mutationFn: async () => {
      await finishSaves();
      await signOut();
    },
    // The user was asked before. A second question would come too late: the session has ended.
    onSuccess: () => leaveFor('/'),
  });

export function Account({ user, isExpanded }: { user: CurrentUser; isExpanded: boolean }) {
  const logout = useLogout();
  const [isAsking, setAsking] = useState(false);
  const name = `${user.firstName} ${user.lastName}`.trim();
  // Stays disabled after success, until the new page has loaded.
  const isLoggingOut = logout.isPending || logout.isSuccess;
  const label = isLoggingOut ? 'Logging out...' : 'Logout';
  return (
    <div
      className={clsx('grid gap-1 border-t border-line py-2', isExpanded ? 'px-2' : 'justify-items-center')}
    >
      <div className="flex min-h-11 min-w-0 items-center gap-3 px-1">
        <Tooltip content={`${name} ${user.email}`.trim()} isDisabled={isExpanded}>
          <span
            className="grid size-8 shrink-0 place-items-center rounded-full bg-brand text-xs font-semibold tracking-wide text-on-brand"
            aria-hidden={isExpanded}
            {...(isExpanded
              ? {}
              : { role: 'img', tabIndex: 0, 'aria-label': `${name} ${user.email}`.trim() })}
          >
            {getInitials(user)}
          </span>
        </Tooltip>
        {isExpanded ? (
          <div className="min-w-0 text-sm">
            {name === '' ? null : (
              <p className="truncate font-semibold" title={name}>
                {name}
              </p>
            )}
            <p className="truncate text-muted" title={user.email}>
              {user.email}
            </p>
          </div>
        ) : null}
      </div>
      <Tooltip content={label} isDisabled={isExpanded}>
        <button
          type="button"
          disabled={isLoggingOut}
          className={clsx(
            sidebarItem(isExpanded),
            'text-muted hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
          )}
          onClick={() => (hasUnsavedText() ? setAsking(true) : logout.mutate())}
        >
          <LogOut aria-hidden className="size-[18px] shrink-0" />
          <span className={isExpanded ? undefined : 'sr-only'}>{label}</span>
        </button>
      </Tooltip>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Log out without saving?"
        description="What you typed is not saved yet, and will be lost."
        confirmLabel="Log out"
        pendingLabel="Logging out..."
        isDestructive
        onConfirm={() => logout.mutateAsync(undefined, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}
