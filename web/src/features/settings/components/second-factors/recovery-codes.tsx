import { brand } from '@desk/contracts/brand';
import { NewSecret } from '@/components/secret/new-secret';
import { Button } from '@/components/ui/button';
import { Download } from '@/components/ui/icons';
import { saveFile } from '@/lib/route-file';

function download(codes: string): void {
  const text = `${brand} recovery codes\n\n${codes}\n`;
  saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
}

/** Shows new recovery codes, for the only time. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <NewSecret
      kind="codes"
      secret={text}
      purpose="Each one signs you in once if you lose your device."
      actions={
        <Button variant="secondary" onClick={() => download(text)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      }
      onDone={onDone}
    >
      <ul
        aria-label="Recovery codes"
        className="tabular grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </NewSecret>
  );
}
