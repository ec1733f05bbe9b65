export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
}

export interface Toast extends ToastMessage {
  readonly id: number;
  readonly open: boolean;
}

/** At most so many at a time; a new one takes the place of the old. */
export const TOAST_LIMIT = 1;
/** A dismissed toast is kept so long, in milliseconds. */
export const TOAST_REMOVE_DELAY = 1_000_000;

type Listener = () => void;

/** The notices of the page. One store, since anything may notify, inside React or not. */
class ToastStore {
  private toasts: readonly Toast[] = [];
  private readonly listeners = new Set<Listener>();
  private readonly removals = new Map<number, ReturnType<typeof setTimeout>>();
  private lastId = 0;

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): readonly Toast[] => this.toasts;

  show(message: ToastMessage): number {
    const id = (this.lastId += 1);
    this.change([{ ...message, id, open: true }, ...this.toasts].slice(0, TOAST_LIMIT));
    return id;
  }

  dismiss(id: number): void {
    if (this.removals.has(id)) return;
    this.change(this.toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    const removal = setTimeout(() => {
      this.removals.delete(id);
      this.change(this.toasts.filter((toast) => toast.id !== id));
    }, TOAST_REMOVE_DELAY);
    this.removals.set(id, removal);
  }

  /** What was said is no longer so. */
  dismissAll(): void {
    for (const { id } of this.toasts) this.dismiss(id);
  }

  private change(toasts: readonly Toast[]): void {
    this.toasts = toasts;
    for (const listener of this.listeners) listener();
  }
}

export const toastStore = new ToastStore();

export const notify = (message: ToastMessage): number => toastStore.show(message);
/** A failure: title 'Error' and what went wrong. */
export const notifyError = (description: string): number =>
  toastStore.show({ title: 'Error', description, variant: 'destructive' });
