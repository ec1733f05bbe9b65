import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxField } from '@/components/form/checkbox-field';
import { FormAction } from '@/components/form/form-action';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { SearchField } from '@/components/ui/search-field';
import { ApiError, callRoute, getErrorMessage, type RouteBody } from '@/lib/api-client';
import { formatName } from '@/lib/person-name';
import { useRefresh } from '@/lib/use-refresh';
import { ReasonField } from '../reason-field';
import { type AdminUser, usersQuery } from '../users/users.api';
import { explainObstacle } from './describe-obstacle';

const schemas = () => import('@desk/contracts/leads/waiting-leads.http');
const withdrawSchema = async () => (await schemas()).withdrawLeadBody;
const rerouteSchema = async () => (await schemas()).rerouteLeadBody.omit(['key', 'buyerId']).noUnknown();

/**
 * Reads the lead and the lists again, also after an error: the lead may have found a buyer meanwhile.
 * Resolves once the page shows them.
 */
const useRefreshLead = () => useRefresh('getLeadTimeline', 'listLeadHistory');

function WithdrawLead({ leadId }: { leadId: string }) {
  const withdraw = useRouteMutation('withdrawLead', {
    params: { leadId },
    onSettled: useRefreshLead(),
    success: { title: 'Lead withdrawn', description: 'It will not be sold.' },
  });
  return (
    <FormAction
      label="Withdraw"
      title="Withdraw this lead?"
      description="It will never be sold, and its contact details are removed like those of an expired lead. You can't undo this."
      initialValues={{ reason: '' }}
      schema={withdrawSchema}
      failure="The lead could not be withdrawn. Please try again."
      pendingLabel="Withdrawing..."
      mutation={withdraw}
    >
      <ReasonField />
    </FormAction>
  );
}

/** Agents that one search offers. A search with more matches must be narrowed. */
const MAX_OFFERED = 5;

interface ChooseAgentProps {
  chosen: AdminUser | null;
  onChoose: (agent: AdminUser) => void;
}

function ChooseAgent({ chosen, onChoose }: ChooseAgentProps) {
  const [search, setSearch] = useState('');
  const { data, isPlaceholderData } = useQuery({
    ...usersQuery({ search, sort: 'newest', page: 1 }),
    enabled: search !== '',
  });
  const found = search === '' ? [] : (data?.users ?? []).filter(({ isAdmin }) => !isAdmin);
  const agents = chosen !== null && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const status =
    search === '' || data === undefined || isPlaceholderData
      ? ''
      : found.length === 0
        ? 'No agents match this search'
        : found.length > MAX_OFFERED
          ? `The first ${MAX_OFFERED} of the agents who match. Type more to see fewer.`
          : '';
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Agent</legend>
      <SearchField label="Agent" hint="Name or email" value={search} onSearch={setSearch} />
      {agents.slice(0, MAX_OFFERED).map((agent) => (
        <label
          key={agent.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-1.5"
        >
          <input
            type="radio"
            name="agent"
            className="size-4 shrink-0 accent-brand"
            checked={chosen?.id === agent.id}
            onChange={() => onChoose(agent)}
          />
          <span className="min-w-0 text-sm wrap-anywhere">
            <span className="block font-semibold">{formatName(agent)}</span>
            <span className="text-muted">{agent.email}</span>
          </span>
        </label>
      ))}
      <p role="status" className="text-sm text-muted">
        {status}
      </p>
    </fieldset>
  );
}

const getMessage = (error: unknown): string => {
  const problem = error instanceof ApiError ? (error.problem as { obstacle?: string } | null) : null;
  return (
    explainObstacle(problem?.obstacle) ??
    getErrorMessage(error, 'The lead could not be re-routed. Please try again.')
  );
};

function RerouteLead({ leadId }: { leadId: string }) {
  const [agent, setAgent] = useState<AdminUser | null>(null);
  const [key, setKey] = useState('');
  const reroute = useMutation({
    mutationFn: async (decision: Omit<RouteBody<'rerouteLead'>, 'key' | 'buyerId'>) => {
      if (agent === null) return;
      await callRoute('rerouteLead', { params: { leadId }, body: { ...decision, key, buyerId: agent.id } });
    },
    onSettled: useRefreshLead(),
    meta: { success: { title: 'Lead re-routed', description: `It is offered to ${formatName(agent)}.` } },
  });
  const choose = (chosen: AdminUser | null): void => {
    setAgent(chosen);
    setKey(crypto.randomUUID());
  };
  return (
    <FormAction
      label="Re-route"
      title="Re-route this lead"
      description="The agent you choose is charged, and gets the lead like any other."
      initialValues={{ overrideFilters: false, reason: '' }}
      schema={rerouteSchema}
      getMessage={getMessage}
      pendingLabel="Re-routing..."
      isIncomplete={agent === null}
      onOpen={() => choose(null)}
      mutation={reroute}
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
      <ReasonField />
    </FormAction>
  );
}

export const WaitingLeadActions = ({ leadId }: { leadId: string }) => (
  <>
    <WithdrawLead leadId={leadId} />
    <RerouteLead leadId={leadId} />
  </>
);
