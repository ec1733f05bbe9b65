import * as Radix from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Backdrop, dialogPanelClasses } from './dialog';

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
  const opener = useRef<Element>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          aria-modal
          className={dialogPanelClasses}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns focus to its own trigger; this dialog has none.
            event.preventDefault();
            const target = returnFocusTo?.current ?? opener.current;
            if (target instanceof HTMLElement) target.focus();
          }}
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
