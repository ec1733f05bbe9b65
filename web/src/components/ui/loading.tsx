import type { ReactNode } from 'react';

/** Says what is being loaded, above skeletons in the shape of what comes. */
export const Loading = ({ label, children }: { label: string; children?: ReactNode }) => (
  <div role="status">
    <p className="mb-4 text-sm text-muted">{label}</p>
    {children}
  </div>
);
