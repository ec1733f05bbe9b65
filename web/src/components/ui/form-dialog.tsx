import * as Radix from 'radix-ui/dialog';
import type { ReactNode, RefObject } from 'react';
import { Backdrop, dialogPanelClasses } from './dialog';
import { useFocusReturn } from './use-focus-return';

interface FormDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: ReactNode;
  /** What gets the focus afterwards, if the element that had it may be disabled while the dialog is prepared. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog that asks for input. Traps focus while open and returns it to the element that had it before. */
export function FormDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  returnFocusTo,
  children,
}: FormDialogProps) {
  const { rememberOpener, returnFocus } = useFocusReturn(returnFocusTo);
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          aria-modal
          className={dialogPanelClasses}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
