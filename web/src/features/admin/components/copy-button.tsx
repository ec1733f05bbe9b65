import { notify, notifyError } from '@/components/toast/toast-store';
import { Copy } from '../icons';

interface CopyButtonProps {
  /** What is copied, such as 'payment ID'. */
  what: string;
  text: string;
}

/** For what is too long to be shown whole, or to be typed. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: 'Copied', description: `The ${what} is on your clipboard.` });
    } catch {
      notifyError(`The ${what} could not be copied.`);
    }
  };
  return (
    <button
      type="button"
      aria-label={`Copy ${what} ${text}`}
      className="ml-1 inline-grid size-7 place-items-center rounded-control align-middle text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      onClick={() => void copy()}
    >
      <Copy aria-hidden className="size-3.5" />
    </button>
  );
}
