import * as Radix from 'radix-ui/dialog';
import { useContext } from 'react';
import { Button } from './button';
import { Dialog, type DialogProps } from './dialog';
import { DialogSubmissionContext } from './submission';

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

/** A dialog that asks for input. */
export const FormDialog = ({ children, ...dialog }: Omit<DialogProps, 'role'>) => (
  <Dialog {...dialog}>
    <div className="mt-5">{children}</div>
  </Dialog>
);
