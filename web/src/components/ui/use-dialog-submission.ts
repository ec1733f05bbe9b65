import { useState } from 'react';

/** State of a dialog that cannot be closed while it submits. */
export function useDialogSubmission(onOpenChange: (isOpen: boolean) => void) {
  const [isSubmitting, setSubmitting] = useState(false);
  return {
    submission: { isSubmitting, setSubmitting },
    onOpenChange: (isOpen: boolean) => {
      if (isOpen || !isSubmitting) onOpenChange(isOpen);
    },
  };
}
