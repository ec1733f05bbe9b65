import type { Funnel, FunnelKey } from '@desk/contracts/leads/funnels.schemas';
import {
  type FunnelKeyKind,
  funnelKeyKinds,
  MAX_LIVE_FUNNEL_KEYS,
} from '@desk/contracts/leads/funnels.values';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PostingDocsLink } from '@/components/funnel/posting-guide';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { NewSecret } from '@/components/secret/new-secret';
import { PendingButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { FormDialog } from '@/components/ui/dialog';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { formatDateTime } from '@/lib/dates';
import { useRefresh } from '@/lib/use-refresh';
import { keyKinds, toSecret } from './funnel-key-kinds';
import { rowButton } from '../columns';

interface AddedKey {
  readonly funnelKey: string;
  readonly kind: FunnelKeyKind;
}

export function FunnelKeys({ funnel }: { funnel: Funnel }) {
  const add = useMutation({
    mutationFn: (kind: FunnelKeyKind) =>
      callRoute('addFunnelKey', { params: { funnelId: funnel.id }, body: { kind } }),
    onSuccess: useRefresh('listFunnels', 'getFunnel'),
    meta: { failure: UNREACHABLE },
  });
  const [added, setAdded] = useState<AddedKey | null>(null);
  const onAdd = (kind: FunnelKeyKind) =>
    add.mutate(kind, { onSuccess: ({ key }) => setAdded({ funnelKey: key, kind }) });
  return (
    <Card
      title="Keys"
      description="Two of a kind may work at once, so that the funnel can change over. A browser key is for web pages: everybody may see it. A private address is for tools that post to any address, but send no key. A report link shows the funnel's owner what became of the posts."
      actions={
        <div className="flex flex-wrap gap-2">
          {funnelKeyKinds.map((kind) => (
            <PendingButton
              key={kind}
              variant="secondary"
              isPending={add.isPending && add.variables === kind}
              // A second key would keep the first one from being shown.
              aria-disabled={add.isPending}
              pendingLabel="Adding..."
              disabled={countLiveKeys(funnel, kind) >= MAX_LIVE_FUNNEL_KEYS}
              onClick={() => onAdd(kind)}
            >
              {keyKinds[kind].addLabel}
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
      {added === null ? null : <NewKey {...added} onDone={() => setAdded(null)} />}
    </Card>
  );
}

interface NewKeyProps extends AddedKey {
  onDone: () => void;
}

/** Shows a new key for the only time. */
function NewKey({ kind, funnelKey, onDone }: NewKeyProps) {
  const { shownAs, purpose, guideLabel } = keyKinds[kind];
  return (
    <FormDialog
      onClose={onDone}
      title={`The new ${shownAs}`}
      description={`An older ${shownAs} keeps working until you revoke it.`}
    >
      <NewSecret kind={shownAs} secret={toSecret(kind, funnelKey)} purpose={purpose} onDone={onDone} />
      {guideLabel === undefined ? null : <PostingDocsLink>{guideLabel}</PostingDocsLink>}
    </FormDialog>
  );
}

const countLiveKeys = ({ keys }: Funnel, kind: FunnelKeyKind): number =>
  keys.filter((key) => key.revokedAt === null && key.kind === kind).length;

function KeyRow({ funnel, funnelKey }: { funnel: Funnel; funnelKey: FunnelKey }) {
  const { id, prefix, createdAt, revokedAt, kind } = funnelKey;
  const revoke = useRouteMutation('revokeFunnelKey', {
    params: { funnelId: funnel.id },
    body: { keyId: id },
    onSuccess: useRefresh('listFunnels', 'getFunnel'),
    success: { title: 'Key revoked', description: 'No lead is accepted with it any more.' },
    failure: UNREACHABLE,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="text-sm">
          <span className="font-mono">{prefix}…</span>
          {keyKinds[kind].suffix}
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
          onConfirm={(close) => revoke.mutateAsync(undefined, { onSettled: close })}
        />
      ) : null}
    </li>
  );
}
