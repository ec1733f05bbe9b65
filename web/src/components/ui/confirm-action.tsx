import type { ComponentProps } from 'react';
import { ConfirmDialog, DialogAction, type DialogActionProps } from './dialog';

interface ConfirmActionProps
  extends
    Omit<DialogActionProps, 'children'>,
    Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onClose' | 'confirmLabel' | 'onConfirm'> {
  /** Label of the confirming button. Defaults to `label`. */
  confirmLabel?: string;
  /** Shows its own failures, and calls `close` when the dialog is no longer needed. */
  onConfirm: (close: () => void) => Promise<unknown>;
}

/** A button for an action that is hard to undo, and the dialog that asks to confirm it. */
export const ConfirmAction = ({
  label,
  icon,
  button,
  confirmLabel = label,
  onOpen,
  onConfirm,
  ...dialog
}: ConfirmActionProps) => (
  <DialogAction label={label} icon={icon} button={button} onOpen={onOpen}>
    {({ isOpen, onClose }) => (
      <ConfirmDialog
        {...dialog}
        isOpen={isOpen}
        onClose={onClose}
        confirmLabel={confirmLabel}
        onConfirm={() => onConfirm(onClose)}
      />
    )}
  </DialogAction>
);
