import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Copy } from '../../icons';

interface NewKeyProps {
  funnelKey: string;
  onDone: () => void;
}

/** Shows a new funnel key, for the only time. */
export function NewKey({ funnelKey, onDone }: NewKeyProps) {
  const [copy, setCopy] = useState<'done' | 'failed' | null>(null);
  const onCopy = async () => {
    try {
      // Browsers refuse it without permission, and have no clipboard at all on pages without https.
      await navigator.clipboard.writeText(funnelKey);
      setCopy('done');
    } catch {
      setCopy('failed');
    }
  };
  return (
    <div className="grid gap-4">
      <Notice tone="money" title="Save this key now">
        It is not shown again. Whoever has it can post leads as this funnel.
      </Notice>
      <p className="rounded-control bg-sunken p-4 font-mono text-sm break-all">{funnelKey}</p>
      {copy === 'failed' ? (
        <Notice tone="danger">The key could not be copied. Please select it instead.</Notice>
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
