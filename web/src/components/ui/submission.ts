import { createContext, useContext, useState } from 'react';
import { createSingleRun } from '@/lib/single-run';

interface DialogSubmission {
  readonly isSubmitting: boolean;
  readonly setSubmitting: (isSubmitting: boolean) => void;
}

/** Tells a dialog that something in it is being submitted, so that it stays open until the result is shown. */
export const DialogSubmissionContext = createContext<DialogSubmission>({
  isSubmitting: false,
  setSubmitting: () => undefined,
});

/** Returns a function that submits once at a time. A dialog around it stays open meanwhile. */
export function useSubmission(): (submit: () => Promise<unknown>) => Promise<void> {
  const { setSubmitting } = useContext(DialogSubmissionContext);
  const [run] = useState(() => createSingleRun(setSubmitting));
  return run;
}
