import { useMutation } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { buttonClasses, PendingLabel } from './button';
import { type RouteFile, saveRouteFile } from '@/lib/route-file';

interface DownloadLinkProps {
  file: RouteFile;
  children: string;
  /** Shown in place of `children` while downloading. The link always has room for it. */
  pendingLabel?: string;
  /** For screen readers, if the text alone does not say what is downloaded. */
  label?: string;
  icon?: ReactNode;
  className?: string;
  /** Shown if a download fails and the server does not say why. */
  failure?: string;
}

/** Whether the browser opens the link in a tab or window of its own. */
const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey;

/**
 * A link to a file, with the appearance of a secondary button. It can be copied or opened in a tab; a click downloads
 * with progress and error messages.
 */
export function DownloadLink({
  file,
  children,
  pendingLabel = children,
  label,
  icon,
  className,
  failure = 'Failed to download the file. Please try again.',
}: DownloadLinkProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: saveRouteFile,
    meta: { failure },
  });
  return (
    <a
      href={file.href}
      download
      aria-label={label}
      aria-disabled={isPending}
      className={buttonClasses('secondary', 'md', className)}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        if (!isPending) mutate(file);
      }}
    >
      {icon}
      <PendingLabel aria-live="polite" isPending={isPending} pendingLabel={pendingLabel}>
        {children}
      </PendingLabel>
    </a>
  );
}
