import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import { useState } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { Button, PendingButton } from '@/components/ui/button';
import { DownloadLink } from '@/components/ui/download-link';
import { Download } from '@/components/ui/icons';
import { Select, toOptions } from '@/components/ui/select';
import { UNREACHABLE } from '@/lib/api-client';
import { pluralize } from '@/lib/numbers';
import { routeFile } from '@/lib/route-file';
import { useRefresh } from '@/lib/use-refresh';
import { dispositionLabels } from '../lib/lead-labels';
import { describeSelection } from '../lib/selection';

interface SelectionBarProps {
  leadIds: readonly string[];
  onDeselect: (leadIds: readonly string[]) => void;
}

/** What can be done with the selected leads. Stays in view. */
export function SelectionBar({ leadIds, onDeselect }: SelectionBarProps) {
  const [disposition, setDisposition] = useState<Disposition>('contacted');
  const refresh = useRefresh('listLeads', 'getLead');
  const setStatus = useRouteMutation('setDispositions', {
    // More leads may have been selected meanwhile.
    onSuccess: async (_answer, { leadIds: saved }) => {
      await refresh();
      onDeselect(saved);
    },
    success: ({ leads }, sent) => ({
      title: 'Status updated',
      description: `${pluralize(leads, 'lead has', 'leads have')} the status ${dispositionLabels[sent.disposition]}.`,
    }),
    failure: UNREACHABLE,
  });
  return (
    <section
      aria-label="Selected leads"
      data-screen
      data-selection-bar
      className="sticky bottom-0 z-20 -mx-3 flex flex-wrap items-center gap-3 rounded-t-card border border-line bg-surface p-3 shadow-float sm:mx-0 sm:bottom-3 sm:rounded-card"
    >
      <p role="status" className="tabular font-semibold max-sm:grow">
        {describeSelection(leadIds)}
      </p>
      <Button
        variant="quiet"
        className="min-h-9! px-3! pointer-coarse:min-h-11!"
        onClick={() => onDeselect(leadIds)}
      >
        Clear selection
      </Button>
      <div className="flex gap-3 max-sm:w-full">
        <div className="w-36 max-sm:grow">
          <Select
            isCompact
            label="New status of the selected leads"
            options={toOptions(dispositionLabels)}
            value={disposition}
            onChange={setDisposition}
          />
        </div>
        <PendingButton
          className="min-h-9! pointer-coarse:min-h-11!"
          isPending={setStatus.isPending}
          pendingLabel="Saving..."
          onClick={() => setStatus.mutate({ leadIds: [...leadIds], disposition })}
        >
          Set status
        </PendingButton>
      </div>
      <DownloadLink
        file={routeFile('exportLeads', { query: { leadIds: leadIds.join(',') } })}
        icon={<Download aria-hidden className="size-4" />}
        pendingLabel="Exporting..."
        failure="Failed to export your leads. Please try again."
        className="min-h-9! pointer-coarse:min-h-11!"
      >
        Export selected
      </DownloadLink>
    </section>
  );
}
