import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A link to a file, with the appearance of a secondary button. */
export const DownloadLink = ({
  href,
  className,
  children,
  label,
}: {
  href: string;
  className?: string;
  children: ReactNode;
  /** For screen readers, if the text alone does not say what is downloaded. */
  label?: string;
}) => (
  <a
    href={href}
    download
    aria-label={label}
    className={clsx(
      'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line-strong bg-surface px-4',
      'text-center font-semibold whitespace-nowrap text-ink transition-colors duration-150 ease-out hover:border-ink',
      className,
    )}
  >
    {children}
  </a>
);
