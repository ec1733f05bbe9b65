import type { Funnel, FunnelKey } from '@desk/contracts/leads/funnels.schemas';
import { MAX_LIVE_FUNNEL_KEYS } from '@desk/contracts/leads/funnels.values';
import { useState } from 'react';
import { NewSecret } from '@/components/secret/new-secret';
import { PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { FormDialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/dates';
import { useAddFunnelKey, useRevokeFunnelKey } from './funnels.api';
import { FUNNEL_KEY_PURPOSE, PUBLISHABLE_KEY_PURPOSE } from './funnel-key-purpose';
import { rowButton } from '../columns';

export function FunnelKeys({ funnel }: { funnel: Funnel }) {
  const add = useAddFunnelKey(funnel.id);
  const [added, setAdded] = useState<{ readonly key: string; readonly isPublishable: boolean } | null>(null);
  const onAdd = (isPublishable: boolean) =>
    add.mutate(isPublishable, { onSuccess: ({ key }) => setAdded({ key, isPublishable }) });
  return (
    <Card
      title="Keys"
      description="Two of a kind may work at once, so that the funnel can change over. A browser key is for web pages: everybody may see it."
      actions={
        <div className="flex flex-wrap gap-2">
          {[false, true].map((isPublishable) => (
            <PendingButton
              key={String(isPublishable)}
              variant="secondary"
              isPending={add.isPending && add.variables === isPublishable}
              pendingLabel="Adding..."
              disabled={countLiveKeys(funnel, isPublishable) >= MAX_LIVE_FUNNEL_KEYS}
              onClick={() => onAdd(isPublishable)}
            >
              {isPublishable ? 'Add browser key' : 'Add key'}
            </PendingButton>
          ))}
        </div>
      }
    >
      {funnel.keys.length === 0 ? (
        <p className="text-muted">This funnel has no key yet.</p>
      ) : (
        <ul data-focus="rows" className="divide-y divide-line">
          {funnel.keys.map((key) => (
            <KeyRow key={key.id} funnel={funnel} funnelKey={key} />
          ))}
        </ul>
      )}
      {added === null ? null : (
        <FormDialog
          onClose={() => setAdded(null)}
          title="The new key"
          description="The older key keeps working until you revoke it."
        >
          <NewSecret
            kind="key"
            secret={added.key}
            purpose={added.isPublishable ? PUBLISHABLE_KEY_PURPOSE : FUNNEL_KEY_PURPOSE}
            onDone={() => setAdded(null)}
          />
        </FormDialog>
      )}
    </Card>
  );
}

const countLiveKeys = ({ keys }: Funnel, isPublishable: boolean): number =>
  keys.filter((key) => key.revokedAt === null && key.isPublishable === isPublishable).length;

function KeyRow({ funnel, funnelKey }: { funnel: Funnel; funnelKey: FunnelKey }) {
  const revoke = useRevokeFunnelKey(funnel.id);
  const { id, prefix, createdAt, revokedAt, isPublishable } = funnelKey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-sm">
          <span className="font-mono">{prefix}…</span>
          {isPublishable ? ' for web pages' : ''}
        </p>
        <p className="tabular text-sm text-muted">
          {revokedAt === null
            ? `Works since ${formatDateTime(createdAt)}`
            : `Revoked ${formatDateTime(revokedAt)}`}
        </p>
      </div>
      {revokedAt === null ? (
        <ConfirmAction
          label="Revoke"
          button={{ variant: 'quiet', className: rowButton, 'aria-label': `Revoke key ${prefix}` }}
          title="Revoke this key?"
          description={`Leads of ${funnel.name} posted with ${prefix}… are refused at once. You can't undo this.`}
          pendingLabel="Revoking..."
          isDestructive
          onConfirm={(close) => revoke.mutateAsync(id, { onSettled: close })}
        />
      ) : null}
    </li>
  );
}
