import type { LeadView } from '@desk/contracts/leads/lead-views.schemas';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Button } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { X } from '@/components/ui/icons';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useBackgroundRefresh } from '@/lib/use-refresh';
import { isFiltered, type LeadFilters, toListTarget } from '../lib/filters';
import { findView, fromViewFilters, toViewFilters } from '../lib/lead-views';

/** Loaded when it is opened: forms need scripts that the page does not. */
const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog')).SaveViewDialog }));

/** Undefined while loading and after a failure: the list works without views. */
const useViews = (): readonly LeadView[] | undefined => useQuery(routeQuery('listLeadViews')).data?.views;

const smallButton = 'min-h-8! px-3! text-sm pointer-coarse:min-h-11!';

/** Saves the filters in effect, unless a view has them already. */
export function SaveView({ filters }: { filters: LeadFilters }) {
  const [isOpen, setOpen] = useState(false);
  const views = useViews();
  if (views === undefined || !isFiltered(filters) || findView(views, filters)) return null;
  return (
    <>
      <Button variant="quiet" className={smallButton} onClick={() => setOpen(true)}>
        Save view
      </Button>
      {isOpen ? (
        <Suspense>
          <SaveViewDialog filters={toViewFilters(filters)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function DeleteView({ view: { id, name } }: { view: LeadView }) {
  const remove = useRouteMutation('deleteLeadView', {
    params: { viewId: id },
    onSuccess: useBackgroundRefresh('listLeadViews'),
  });
  return (
    <ConfirmAction
      label="Delete"
      icon={<X aria-hidden className="size-3.5 text-muted" />}
      button={{
        variant: 'quiet',
        className: 'min-h-8! rounded-full! px-2! pointer-coarse:min-h-11! pointer-coarse:px-3.5!',
        'aria-label': `Delete view ${name}`,
      }}
      title={`Delete the view ${name}?`}
      description="Your leads stay as they are."
      failure={remove.error && getErrorMessage(remove.error, UNREACHABLE)}
      pendingLabel="Deleting..."
      isDestructive
      onOpen={remove.reset}
      onConfirm={(close) => remove.mutateAsync(undefined, { onSuccess: close })}
    />
  );
}

/** The saved views. A link applies the filters of its view. */
export function LeadViews({ filters }: { filters: LeadFilters }) {
  const views = useViews() ?? [];
  const current = findView(views, filters);
  if (views.length === 0) return null;
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center gap-2">
      <p aria-hidden className="text-sm text-muted">
        Views
      </p>
      <ul data-focus="rows" className="flex min-w-0 flex-wrap gap-2">
        {views.map((view) => (
          <li
            key={view.id}
            className={clsx(
              'inline-flex max-w-full items-center rounded-full border bg-surface transition-colors duration-150 hover:border-ink',
              view === current ? 'border-brand' : 'border-line-strong',
            )}
          >
            <Link
              to={toListTarget(fromViewFilters(view.filters))}
              preventScrollReset
              aria-current={view === current ? 'page' : undefined}
              className={clsx(
                'inline-flex min-h-8 min-w-0 items-center rounded-full pl-3 text-sm font-medium wrap-anywhere pointer-coarse:min-h-11',
                view === current && 'text-brand',
              )}
            >
              {view.name}
            </Link>
            <DeleteView view={view} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
