import type { ComponentType, ReactNode } from 'react';

interface EmptyStateProps {
  icon?: ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: boolean }>;
  title: string;
  /** What will appear here. */
  description?: ReactNode;
  /** The one thing to do next. */
  action?: ReactNode;
}

export const EmptyState = ({ icon: Icon, title, description, action }: EmptyStateProps) => (
  <div className="grid justify-items-center rounded-card border border-dashed border-line-strong px-5 py-12 text-center">
    {Icon === undefined ? null : <Icon aria-hidden strokeWidth={1.5} className="mb-3 size-8 text-muted" />}
    <p className="font-semibold">{title}</p>
    {description === undefined ? null : <p className="mt-1 max-w-[52ch] text-muted">{description}</p>}
    {action === undefined ? null : <div className="mt-5">{action}</div>}
  </div>
);
