import { brand } from '@desk/contracts/brand';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Copy, Download } from '@/components/ui/icons';

const toFile = (codes: readonly string[]): string => `${brand} recovery codes\n\n${codes.join('\n')}\n`;

function download(codes: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([toFile(codes)], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  // By then the browser has saved the file, so its memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Shows new recovery codes, for the only time. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copy, setCopy] = useState<'done' | 'failed' | null>(null);
  const onCopy = async () => {
    try {
      // Browsers refuse it without permission, and have no clipboard at all on pages without https.
      await navigator.clipboard.writeText(codes.join('\n'));
      setCopy('done');
    } catch {
      setCopy('failed');
    }
  };
  return (
    <div className="grid gap-4">
      <Notice tone="money" title="Save these codes now">
        They are not shown again. Each one signs you in once if you lose your device.
      </Notice>
      <ul
        aria-label="Recovery codes"
        className="tabular grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {copy === 'failed' ? (
        <Notice tone="danger">The codes could not be copied. Please select them instead.</Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void onCopy()}>
          <Copy aria-hidden className="size-4" />
          <span aria-live="polite">{copy === 'done' ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button variant="secondary" onClick={() => download(codes)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
        <Button className="grow" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
