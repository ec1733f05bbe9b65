import { Button } from '@/components/ui/button';
import { ConflictNotice } from '@/components/ui/conflict-notice';
import { Notice } from '@/components/ui/notice';
import type { DispositionValues } from '../lib/disposition-drafts';
import { dispositionLabels } from '../lib/lead-labels';
import type { DispositionFormState } from '../lib/use-disposition-form';

interface DispositionConflictProps {
  form: DispositionFormState;
  /** Resolves once the newer version is loaded. */
  onReload: () => Promise<unknown>;
}

/** Shown when a save was rejected because another window saved first. */
export const DispositionConflict = ({ form, onReload }: DispositionConflictProps) => (
  <ConflictNotice
    title="This lead was changed in another window"
    loadLabel="Load the newer version"
    onLoad={async () => {
      await onReload();
      form.acceptNewerVersion();
    }}
  >
    Your changes were not saved, but they are still here. Load the newer version to continue.
  </ConflictNotice>
);

/** Shows the edits made before the newer version was loaded, until the agent reuses or discards them. */
export const StashedChanges = ({
  values,
  form,
}: {
  values: DispositionValues;
  form: DispositionFormState;
}) => (
  <Notice tone="money" title="Your unsaved changes">
    <p>
      Status: <span className="font-semibold">{dispositionLabels[values.disposition]}</span>
    </p>
    <p className="mt-1 max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
      {values.notes === '' ? 'No notes' : values.notes}
    </p>
    <div className="mt-3 flex flex-wrap gap-3">
      <Button variant="secondary" onClick={form.restoreStash}>
        Use my changes
      </Button>
      <Button variant="quiet" onClick={form.discardStash}>
        Discard them
      </Button>
    </div>
  </Notice>
);
