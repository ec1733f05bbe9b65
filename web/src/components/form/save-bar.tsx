import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The end of a long form. Stays in view while something is not saved. */
export const SaveBar = ({ isUnsaved, children }: { isUnsaved: boolean; children: ReactNode }) => (
  <div
    data-save-bar={isUnsaved ? '' : undefined}
    className={clsx(
      '-mx-5 -mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-b-card px-5 pb-5 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6',
      isUnsaved && 'sticky bottom-0 z-10 border-t border-line bg-surface pt-3',
    )}
  >
    {children}
    <p role="status" className="text-sm text-muted empty:hidden">
      {isUnsaved ? 'Not saved yet' : ''}
    </p>
  </div>
);
