import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Copy } from '@/components/ui/icons';

interface NewSecretProps {
  kind: 'key' | 'address' | 'link' | 'secret' | 'codes';
  secret: string;
  /** What it is for. */
  purpose: string;
  /** How it is shown, unless as a text. */
  children?: ReactNode;
  /** Buttons beside the one that copies it. */
  actions?: ReactNode;
  onDone: () => void;
}

export function NewSecret({ kind, secret, purpose, children, actions, onDone }: NewSecretProps) {
  const [copy, setCopy] = useState<'done' | 'failed' | null>(null);
  const onCopy = async () => {
    try {
      // Browsers refuse it without permission, and have no clipboard at all on pages without https.
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
