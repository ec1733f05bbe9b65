import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, X } from '@/components/ui/icons';
import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { type Toast, toastStore } from './toast-store';

const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;

function ToastCard({ toast }: { toast: Toast }) {
  const isError = toast.variant === 'destructive';
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => {
        if (!open) toastStore.dismiss(toast.id);
      }}
      type={isError ? 'foreground' : 'background'}
      className={clsx(
        'flex items-start gap-3 rounded-card border bg-surface p-4 shadow-float',
        'data-[state=open]:animate-[toast-in_180ms_var(--ease-out)]',
        'data-[state=closed]:animate-[toast-out_140ms_var(--ease-out)_forwards]',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        isError ? 'border-danger' : 'border-line',
      )}
    >
      <Icon
        aria-hidden
        className={clsx('mt-[3px] size-5 shrink-0', isError ? 'text-danger' : 'text-brand')}
      />
      <div className="min-w-0 grow">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description === undefined ? null : (
          <Radix.Description className="text-sm break-words text-muted">
            {toast.description}
          </Radix.Description>
        )}
        {toast.detail === undefined && toast.undo === undefined ? null : (
          <p className="tabular flex items-center gap-2 text-sm">
            {toast.detail}
            {toast.undo === undefined ? null : (
              <Radix.Action altText={`Undo: ${toast.detail ?? toast.title}`} asChild>
                <button type="button" className="link -my-2 min-h-11 px-1 font-semibold" onClick={toast.undo}>
                  Undo
                </button>
              </Radix.Action>
            )}
          </p>
        )}
      </div>
      <Radix.Close
        aria-label="Close"
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}

/** Toasts close after 5 s, can be swiped right to dismiss, and take focus on F8. */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  return (
    <Radix.Provider
      // Without a new key, a toast that closes under the pointer would keep the timers of all later toasts paused.
      key={toast?.firstId}
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed right-0 bottom-(--toast-bottom,0px) z-50 m-0 flex w-full list-none flex-col gap-2 p-4 sm:max-w-[420px]"
      />
    </Radix.Provider>
  );
}
