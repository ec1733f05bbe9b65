import { brand } from '@desk/contracts/brand';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Wordmark } from '@/components/ui/wordmark';
import { COPYRIGHT_YEAR } from '@/config/site';
import { legalLinks } from './site-link';

/** Frame for single-task screens: links only to home, the legal pages and the contact page. */
export const FocusFrame = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <>
    <header className="border-b border-line">
      <div className="page flex h-16 items-center justify-between gap-4">
        <Link to="/" className="-ml-1 flex min-h-11 items-center rounded-control px-1">
          <Wordmark />
        </Link>
        {aside}
      </div>
    </header>
    <main id="main" tabIndex={-1} className="flex grow flex-col">
      {children}
    </main>
    <footer className="border-t border-line text-sm text-muted">
      <div className="page flex flex-wrap items-center gap-x-6 py-3">
        <p className="mr-auto max-sm:w-full">
          © {COPYRIGHT_YEAR} {brand}
        </p>
        {[...legalLinks, ['/contact', 'Contact'] as const].map(([to, label]) => (
          <Link key={to} to={to} className="inline-flex min-h-11 items-center hover:text-ink">
            {label}
          </Link>
        ))}
      </div>
    </footer>
  </>
);
