import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Copy } from '@/components/ui/icons';

interface NewSecretProps {
  kind: 'key' | 'address' | 'link' | 'secret' | 'codes';
  secret: string;
  /** A sentence that says what the secret is for. */
  purpose: string;
  /** Replaces the display of the secret as plain text. */
  children?: ReactNode;
  /** Further buttons next to "Copy". */
  actions?: ReactNode;
  onDone: () => void;
}

export function NewSecret({ kind, secret, purpose, children, actions, onDone }: NewSecretProps) {
  const [copy, setCopy] = useState<'done' | 'failed' | null>(null);
  const onCopy = async () => {
    try {
      // Rejects without the permission. On pages without https there is no clipboard at all.
      await navigator.clipboard.writeText(secret);
      setCopy('done');
    } catch {
      setCopy('failed');
    }
  };
  const [theseKeys, theyAre, them] =
    kind === 'codes' ? ['these codes', 'They are', 'them'] : [`this ${kind}`, 'It is', 'it'];
  return (
    <div className="grid gap-4">
      <Notice tone="money" title={`Save ${theseKeys} now`}>
        {theyAre} not shown again. {purpose}
      </Notice>
      {children ?? <p className="rounded-control bg-sunken p-4 font-mono text-sm break-all">{secret}</p>}
      {copy === 'failed' ? (
        <Notice tone="danger">
          The {kind} could not be copied. Please select {them} instead.
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void onCopy()}>
          <Copy aria-hidden className="size-4" />
          <span aria-live="polite">{copy === 'done' ? 'Copied' : 'Copy'}</span>
        </Button>
        {actions}
        <Button className="grow" onClick={onDone}>
          I have saved {them}
        </Button>
      </div>
    </div>
  );
}
