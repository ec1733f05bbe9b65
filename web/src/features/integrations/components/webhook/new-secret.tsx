import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Copy } from '@/components/ui/product-icons';

interface NewSecretProps {
  secret: string;
  onDone: () => void;
}

/** Shows a new signing secret, for the only time. */
export function NewSecret({ secret, onDone }: NewSecretProps) {
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
  return (
    <div className="grid gap-4">
      <Notice tone="money" title="Save this secret now">
        It is not shown again. With it, your server can check that a lead really comes from us.
      </Notice>
      <p className="rounded-control bg-sunken p-4 font-mono text-sm break-all">{secret}</p>
      {copy === 'failed' ? (
        <Notice tone="danger">The secret could not be copied. Please select it instead.</Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void onCopy()}>
          <Copy aria-hidden className="size-4" />
          <span aria-live="polite">{copy === 'done' ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button className="grow" onClick={onDone}>
          I have saved it
        </Button>
      </div>
    </div>
  );
}
