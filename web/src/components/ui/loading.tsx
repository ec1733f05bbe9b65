import type { ReactNode } from 'react';

/** Says what is loading, above skeletons shaped like the content. */
export const Loading = ({ label, children }: { label: string; children?: ReactNode }) => (
  <div role="status">
    <p className="mb-4 text-sm text-muted">{label}</p>
    {children}
  </div>
);
