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

/** The page's toast. A module-level store, because code outside React shows notices too. */
class ToastStore {
  private toast: Toast | null = null;
  private readonly listeners = new Set<() => void>();
  private lastId = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the newest toast, which fades out once it is closed. */
  readonly read = (): Toast | null => this.toast;

  /** Replaces the toast that is shown. */
  show(message: ToastMessage): number {
    const id = (this.lastId += 1);
    const firstId = this.toast?.open ? this.toast.firstId : id;
    this.change({ ...message, id, open: true, firstId });
    return id;
  }

  dismiss(id: number): void {
    if (this.toast?.id === id && this.toast.open) this.change({ ...this.toast, open: false });
  }

  /** Call before a new attempt, so that an old error does not stay on screen. */
  dismissAll(): void {
    if (this.toast !== null) this.dismiss(this.toast.id);
  }

  private change(toast: Toast): void {
    this.toast = toast;
    for (const listener of this.listeners) listener();
  }
}

export const toastStore = new ToastStore();

export const notify = (message: ToastMessage): number => toastStore.show(message);
/** Shows `description` under the title 'Error'. */
export const notifyError = (description: string): number =>
  toastStore.show({ title: 'Error', description, variant: 'destructive' });
