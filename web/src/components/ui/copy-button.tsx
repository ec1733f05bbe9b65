import { notify, notifyError } from '@/components/toast/toast-store';
import { Copy } from './icons';

interface CopyButtonProps {
  /** Such as 'payment ID'. */
  label: string;
  text: string;
}

/** Copies a value that is too long to display or type. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ title: 'Copied', description: `The ${label} is on your clipboard.` });
    } catch {
      notifyError(`The ${label} couldn't be copied.`);
    }
  };
  return (
    <button
      type="button"
      aria-label={`Copy ${label} ${text}`}
      className="ml-1 inline-grid size-7 place-items-center rounded-control align-middle text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      onClick={() => void copy()}
    >
      <Copy aria-hidden className="size-3.5" />
    </button>
  );
}

export const CopyableId = ({ label, text }: CopyButtonProps) => (
  <span className="text-xs break-all">
    {text}
    <CopyButton label={label} text={text} />
  </span>
);
