import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { formatName } from '@/lib/person-name';
import { type AdminUser, usersQuery } from '../users/users.api';

/** Agents that one search offers. A search with more matches must be narrowed. */
const MAX_OFFERED = 5;

interface ChooseAgentProps {
  chosen: AdminUser | null;
  onChoose: (agent: AdminUser) => void;
}

/** Finds an agent by name or email, and lets one be chosen. */
export function ChooseAgent({ chosen, onChoose }: ChooseAgentProps) {
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
