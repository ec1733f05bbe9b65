import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { createSingleRun } from '@/lib/single-run';
import { Button, PendingButton } from './button';
import { useDialogSubmission } from './use-dialog-submission';

export const dialogPanelClasses = clsx(
  'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-32px)] max-w-[480px] -translate-y-1/2 overflow-y-auto',
  'rounded-card border border-line bg-surface p-5 shadow-float sm:p-7',
  'data-[state=open]:animate-[rise-in_160ms_var(--ease-out)]',
);

/** An open dialog takes the scroll bar away, so the page keeps its room free. */
function measureScrollBar(): void {
  // In place of another dialog, the bar is gone already.
  if (document.querySelector('[data-modal]') !== null) return;
  const { clientWidth, style } = document.documentElement;
  style.setProperty('--scroll-bar', `${innerWidth - clientWidth}px`);
}

/** Replaces Radix's overlay, which locks scrolling with an inline <style> that our CSP blocks; CSS uses `data-modal`. */
export function Backdrop() {
  useState(measureScrollBar);
  return (
    <div
      aria-hidden
      data-modal
      className="fixed inset-0 z-50 animate-[fade-in_160ms_var(--ease-out)] bg-[rgb(8_14_11/55%)]"
    />
  );
}

/** The page returns the focus itself, also when the button that opened the dialog is gone. */
export const leaveFocus = (event: Event): void => event.preventDefault();

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** What will happen on confirm. */
  description: ReactNode;
  confirmLabel: string;
  pendingLabel: string;
  /** Whether confirming removes something. */
  isDestructive?: boolean;
  /** Shows its own failures. The dialog stays open until it has settled. */
  onConfirm: () => Promise<unknown>;
}

/**
 * Confirms an action that is hard to undo. The caller closes the dialog once the action has finished; the user cannot
 * close it before. Traps the focus while open.
 */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel,
  isDestructive = false,
  onConfirm,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { submission, onOpenChange: changeOpen } = useDialogSubmission(onOpenChange);
  const [run] = useState(() => createSingleRun(submission.setSubmitting));
  return (
    <Radix.Root open={isOpen} onOpenChange={changeOpen}>
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          role="alertdialog"
          aria-modal
          className={dialogPanelClasses}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            cancel.current?.focus();
          }}
          onCloseAutoFocus={leaveFocus}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Radix.Close asChild>
              <Button ref={cancel} variant="secondary" disabled={submission.isSubmitting}>
                Cancel
              </Button>
            </Radix.Close>
            <PendingButton
              variant={isDestructive ? 'danger' : 'primary'}
              isPending={submission.isSubmitting}
              pendingLabel={pendingLabel}
              onClick={() => void run(() => onConfirm().catch(() => undefined))}
            >
              {confirmLabel}
            </PendingButton>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
