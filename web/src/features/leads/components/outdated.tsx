import { useState } from 'react';
import { Button, PendingButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { sentenceOf, UNREACHABLE } from '@/lib/api-client';
import { dispositionLabels } from '../lib/lead-labels';
import type { DispositionValues } from '../lib/follow-up-drafts';
import type { DispositionForm } from '../lib/use-follow-up';

/** The save was refused because another window was faster. */
export function Outdated({ form, onReload }: { form: DispositionForm; onReload: () => Promise<unknown> }) {
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const load = async () => {
    setLoading(true);
    setFailure(null);
    try {
      await onReload();
      form.giveWay();
    } catch (error) {
      setFailure(sentenceOf(error, UNREACHABLE));
      setLoading(false);
    }
  };
  return (
    <Notice tone="danger" title="This lead was changed in another window">
      <p>What you typed is still here and was not saved. Load the newer version to go on from it.</p>
      {failure === null ? null : <p className="mt-2 font-medium text-danger">{failure}</p>}
      <PendingButton
        variant="secondary"
        className="mt-3"
        isPending={isLoading}
        pendingLabel="Loading..."
        onClick={() => void load()}
      >
        Load the newer version
      </PendingButton>
    </Notice>
  );
}

/** Kept beside the newer version until the agent has decided. */
export const TypedBefore = ({ values, form }: { values: DispositionValues; form: DispositionForm }) => (
  <Notice tone="money" title="What you typed before">
    <p>
      Status: <span className="font-semibold">{dispositionLabels[values.disposition]}</span>
    </p>
    <p className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
      {values.notes === '' ? 'No notes' : values.notes}
    </p>
    <div className="mt-3 flex flex-wrap gap-3">
      <Button variant="secondary" onClick={form.useAside}>
        Use what I typed
      </Button>
      <Button variant="quiet" onClick={form.dropAside}>
        Discard it
      </Button>
    </div>
  </Notice>
);
