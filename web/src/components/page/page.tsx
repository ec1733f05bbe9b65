import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ArrowLeft } from '@/components/ui/icons';
import { usePageName } from '@/lib/page-title';

interface PageProps {
  /** Defaults to the name of the page. */
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Link above the title to the list this page belongs to. */
  back?: { to: string; label: string };
  children: ReactNode;
}

/** Heading and content of a signed-in page. */
export function Page({ title, description, actions, back, children }: PageProps) {
  const name = usePageName();
  return (
    <>
      <div className="mb-6">
        {back === undefined ? null : (
          <Link
            to={back.to}
            data-screen
            className="-ml-1 mb-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-sm font-medium text-muted hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h1 className="text-xl font-semibold tracking-tight break-words md:text-2xl">{title ?? name}</h1>
            {description === undefined ? null : <p className="mt-1 max-w-[68ch] text-muted">{description}</p>}
          </div>
          {actions === undefined || actions === null ? null : (
            <div data-screen className="flex flex-wrap gap-3">
              {actions}
            </div>
          )}
        </div>
      </div>
      {children}
    </>
  );
}
