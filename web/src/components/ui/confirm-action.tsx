import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button';
import { ConfirmDialog } from './dialog';

interface ConfirmActionProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'onClose' | 'confirmLabel' | 'onConfirm'
> {
  label: string;
  /** Shown in place of the label. */
  icon?: ReactNode;
  /** How that button looks and what it is called, unless it is a secondary one called by its label. */
  button?: ComponentProps<typeof Button>;
  /** On the button that confirms; `label` if it is left out. */
  confirmLabel?: string;
  onOpen?: () => void;
  /** Shows its own failures, and calls `close` when the dialog is no longer needed. */
  onConfirm: (close: () => void) => Promise<unknown>;
}

/** A button for an action that is hard to undo, and the dialog that asks to confirm it. */
export function ConfirmAction({
  label,
  icon,
  button,
  confirmLabel = label,
  onOpen,
  onConfirm,
  ...dialog
}: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={open}>
        {icon ?? label}
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        confirmLabel={confirmLabel}
        onConfirm={() => onConfirm(close)}
      />
    </>
  );
}
