import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dialog';
import { type ComponentProps, type ReactNode, useContext, useState } from 'react';
import { Button, PendingButton } from './button';
import { DialogSubmissionContext, useSubmission } from './submission';

/** An open dialog hides the scroll bar, so its width is measured to keep the space free. */
function measureScrollBar(): void {
  // Another dialog has already hidden the scroll bar.
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

interface DialogProps {
  /** May be left out by a dialog that is rendered only while it is open. */
  isOpen?: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  role?: 'alertdialog';
  children: ReactNode;
}

/** Traps the focus while open. Stays open while something in it is being submitted. */
function Dialog({ isOpen = true, onClose, title, description, role, children }: DialogProps) {
  const [isSubmitting, setSubmitting] = useState(false);
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={() => {
        if (!isSubmitting) onClose();
      }}
    >
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          {...(role && { role })}
          aria-modal
          className={clsx(
            'fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[calc(100dvh-32px)] max-w-[480px] -translate-y-1/2 overflow-y-auto',
            'rounded-card border border-line bg-surface p-5 shadow-float sm:p-7',
            'data-[state=open]:animate-[rise-in_160ms_var(--ease-out)]',
          )}
          // The page returns the focus itself, even when the button that opened the dialog is gone.
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
          <DialogSubmissionContext value={{ isSubmitting, setSubmitting }}>
            {children}
          </DialogSubmissionContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog around it, except while it submits. */
export function CancelButton() {
  const { isSubmitting } = useContext(DialogSubmissionContext);
  return (
    <Radix.Close asChild>
      <Button variant="secondary" disabled={isSubmitting}>
        Cancel
      </Button>
    </Radix.Close>
  );
}

export interface DialogActionProps {
  label: string;
  /** Shown in place of the label. */
  icon?: ReactNode;
  /** Props of the button. Defaults to a secondary button named by `label`. */
  button?: ComponentProps<typeof Button> | undefined;
  onOpen?: (() => void) | undefined;
  children: (dialog: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** A button, and the dialog that it opens. */
export function DialogAction({ label, icon, button, onOpen, children }: DialogActionProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button variant="secondary" {...button} onClick={open}>
        {icon ?? label}
      </Button>
      {children({ isOpen, onClose: () => setOpen(false) })}
    </>
  );
}

/** A dialog that asks for input. */
export const FormDialog = ({ children, ...dialog }: Omit<DialogProps, 'role'>) => (
  <Dialog {...dialog}>
    <div className="mt-5">{children}</div>
  </Dialog>
);

interface ConfirmButtonsProps {
  confirmLabel: string;
  pendingLabel: string;
  isDestructive?: boolean;
  /** Shows its own failures. The dialog stays open until it has settled. */
  onConfirm: () => Promise<unknown>;
}

/** The first button gets the focus. */
function ConfirmButtons({
  confirmLabel,
  pendingLabel,
  isDestructive = false,
  onConfirm,
}: ConfirmButtonsProps) {
  const { isSubmitting } = useContext(DialogSubmissionContext);
  const submit = useSubmission();
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3">
      <CancelButton />
      <PendingButton
        variant={isDestructive ? 'danger' : 'primary'}
        isPending={isSubmitting}
        pendingLabel={pendingLabel}
        onClick={() => void submit(() => onConfirm().catch(() => undefined))}
      >
        {confirmLabel}
      </PendingButton>
    </div>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'role' | 'children'>, ConfirmButtonsProps {
  failure?: string | null;
}

/**
 * Confirms an action that is hard to undo; the description says what will happen. The caller closes the dialog once the
 * action has finished; the user cannot close it before.
 */
export const ConfirmDialog = ({
  isOpen = true,
  onClose,
  title,
  description,
  failure = null,
  ...buttons
}: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    isOpen={isOpen}
    onClose={onClose}
    title={title}
    description={
      <>
        {description}
        {failure === null ? null : (
          <span role="alert" className="mt-3 block font-medium text-danger">
            {failure}
          </span>
        )}
      </>
    }
  >
    <ConfirmButtons {...buttons} />
  </Dialog>
);
