import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useContext } from 'react';
import { Button } from './button';
import { Backdrop, dialogPanelClasses, leaveFocus } from './dialog';
import { DialogSubmissionContext } from './submission';
import { useDialogSubmission } from './use-dialog-submission';

interface FormDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** Closes the form dialog around it, except while it submits. */
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

/** A dialog that asks for input. Stays open while a form in it submits. Traps the focus while open. */
export function FormDialog({ isOpen, onOpenChange, title, description, children }: FormDialogProps) {
  const { submission, onOpenChange: changeOpen } = useDialogSubmission(onOpenChange);
  return (
    <Radix.Root open={isOpen} onOpenChange={changeOpen}>
      <Radix.Portal>
        <Backdrop />
        <Radix.Content
          aria-modal
          className={dialogPanelClasses}
          onCloseAutoFocus={leaveFocus}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
          <DialogSubmissionContext value={submission}>
            <div className="mt-5">{children}</div>
          </DialogSubmissionContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
