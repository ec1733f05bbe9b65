export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** What exactly changed, beside `undo`. */
  readonly detail?: string;
  readonly undo?: () => void;
  readonly variant?: 'default' | 'destructive';
}

export interface Toast extends ToastMessage {
  readonly id: number;
  readonly open: boolean;
  /** The first of the toasts that replaced each other while they were open. */
  readonly firstId: number;
}

/** Toasts shown at a time; a new one replaces the oldest. */
export const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept before it is removed. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;

/** The page's toasts. A module-level store, because code outside React shows notices too. */
class ToastStore {
  private toasts: readonly Toast[] = [];
  private readonly listeners = new Set<() => void>();
  private lastId = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): readonly Toast[] => this.toasts;

  show(message: ToastMessage): number {
    const id = (this.lastId += 1);
    const firstId = this.toasts.find(({ open }) => open)?.firstId ?? id;
    this.change([{ ...message, id, open: true, firstId }, ...this.toasts].slice(0, TOAST_LIMIT));
    return id;
  }

  dismiss(id: number): void {
    if (!this.toasts.some((toast) => toast.id === id && toast.open)) return;
    this.change(this.toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
    setTimeout(() => this.change(this.toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY_MS);
  }

  /** Call before a new attempt, so that an old error does not stay on screen. */
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
/** Shows `description` under the title 'Error'. */
export const notifyError = (description: string): number =>
  toastStore.show({ title: 'Error', description, variant: 'destructive' });
