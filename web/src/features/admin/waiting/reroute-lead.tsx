import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { ApiError, getErrorMessage } from '@/lib/api-client';
import type { AdminUser } from '../users/users.api';
import { useRerouteLead } from './waiting.api';
import { explainObstacle } from './describe-obstacle';
import { ReasonDialog } from '../reason-dialog';
import { ChooseAgent } from './choose-agent';

const FAILURE = 'The lead could not be re-routed. Please try again.';
const schema = async () =>
  (await import('@desk/contracts/leads/waiting-leads.http')).rerouteLeadBody
    .omit(['key', 'buyerId'])
    .noUnknown();

const getMessage = (error: unknown): string => {
  const problem = error instanceof ApiError ? (error.problem as { obstacle?: string } | null) : null;
  return explainObstacle(problem?.obstacle) ?? getErrorMessage(error, FAILURE);
};

/** Offers a waiting lead to a chosen agent, after asking for a reason. */
export function RerouteLead({ leadId }: { leadId: string }) {
  const [agent, setAgent] = useState<AdminUser | null>(null);
  const [key, setKey] = useState('');
  const reroute = useRerouteLead(leadId, agent);
  const choose = (chosen: AdminUser | null): void => {
    setAgent(chosen);
    setKey(crypto.randomUUID());
  };
  return (
    <ReasonDialog<{ overrideFilters: boolean; reason: string }>
      label="Re-route"
      title="Re-route this lead"
      description="The agent you choose is charged, and gets the lead like any other."
      initialValues={{ overrideFilters: false, reason: '' }}
      schema={schema}
      getMessage={getMessage}
      pendingLabel="Re-routing..."
      isPending={reroute.isPending}
      isIncomplete={agent === null}
      onOpen={() => choose(null)}
      onSubmit={async ({ overrideFilters, reason }) => {
        if (agent === null) return;
        await reroute.mutateAsync({ key, buyerId: agent.id, overrideFilters, reason: reason.trim() });
      }}
    >
      <ChooseAgent chosen={agent} onChoose={choose} />
      <CheckboxField
        name="overrideFilters"
        label={
          <>
            <span className="block font-semibold">Offer it against the agent's filters</span>
            <span className="block text-sm text-muted">
              For lead types, assets and ages only. States, pause, limits, hours and the card always hold.
            </span>
          </>
        }
      />
    </ReasonDialog>
  );
}
