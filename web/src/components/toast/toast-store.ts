import { Store } from '@/lib/store';

export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** Says exactly what changed, next to the "Undo" button. */
  readonly detail?: string;
  readonly undo?: () => void;
  readonly variant?: 'default' | 'destructive';
}

export interface Toast extends ToastMessage {
  readonly id: number;
  readonly open: boolean;
  /** Id of the first toast in a row of toasts that each replaced an open one. */
  readonly firstId: number;
}

/** The newest toast, which fades out once it is closed. Module-level, because code outside React shows notices too. */
class ToastStore extends Store<Toast | null> {
  private lastId = 0;

  /** Replaces the toast that is shown. */
  show(message: ToastMessage): number {
    const last = this.read();
    const id = (this.lastId += 1);
    this.write({ ...message, id, open: true, firstId: last?.open ? last.firstId : id });
    return id;
  }

  dismiss(id: number): void {
    const toast = this.read();
    if (toast?.id === id && toast.open) this.write({ ...toast, open: false });
  }

  /** Call before a new attempt, so that an old error does not stay on screen. */
  dismissAll(): void {
    this.dismiss(this.lastId);
  }
}

export const toastStore = new ToastStore(null);

export const notify = (message: ToastMessage): number => toastStore.show(message);
/** Shows `description` under the title 'Error'. */
export const notifyError = (description: string): number =>
  toastStore.show({ title: 'Error', description, variant: 'destructive' });
