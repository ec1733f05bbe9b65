import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { BUDGET_MAX_CENTS, filterListNames, filterLists } from '@desk/contracts/leads/filters.values';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { SaveBar } from '@/components/form/save-bar';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { ChoiceList } from '@/components/ui/choice-list';
import { describeInput, FieldFrame } from '@/components/ui/field-frame';
import { inputClasses } from '@/components/ui/input-classes';
import { SubmitButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { SettingsConflict } from '@/components/ui/reloadable-form';
import { LEAD_PRICE } from '@/config/pricing';
import { callRoute, getWaitMessage, hasCode } from '@/lib/api-client';
import { formatDollars, parseDollars } from '@/lib/dollars';
import { formatCount } from '@/lib/numbers';
import { routeKey, routeQuery } from '@/lib/route-query';
import { HoursEditor } from './hours-editor';

function budgetError(text: string): string | undefined {
  const cents = parseDollars(text);
  if (cents === undefined) return 'Enter a valid amount';
  if (cents === null) return undefined;
  if (cents < LEAD_PRICE_CENTS) return `Enter at least ${LEAD_PRICE}, the price of one lead`;
  return cents > BUDGET_MAX_CENTS ? 'Enter at most $500,000' : undefined;
}

interface BudgetFieldProps {
  label: string;
  hint: string;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** An amount in dollars; empty for no budget. */
function BudgetField({ label, hint, text, error, onChange }: BudgetFieldProps) {
  const id = useId();
  // The error replaces the hint: below the hint, the save bar could cover the error.
  const shownHint = error === undefined ? hint : undefined;
  return (
    <FieldFrame id={id} label={label} hint={shownHint} error={error}>
      <input
        {...describeInput(id, { hint: shownHint, error })}
        inputMode="decimal"
        placeholder="No budget"
        value={text}
        className={`${inputClasses} tabular`}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  );
}

/** How many of the recent leads the choice above would have matched. */
function MatchCounts({ states, leadTypes, assetBands, ageRanges }: Filters) {
  const lists = { states, leadTypes, assetBands, ageRanges };
  const { data, isError } = useQuery({
    queryKey: routeKey('countMatchingLeads', lists),
    queryFn: () => callRoute('countMatchingLeads', { body: lists }),
    placeholderData: keepPreviousData,
  });
  return (
    <p role="status" className="rounded-control bg-sunken px-4 py-3">
      {data === undefined ? (
        isError ? (
          'Matching leads could not be counted.'
        ) : (
          'Counting...'
        )
      ) : (
        <>
          <strong className="tabular">
            {formatCount(data.matching)} of {formatCount(data.received)}
          </strong>{' '}
          leads of the last {data.days} days match these states, types, assets and ages. Hours and budgets are
          not counted.
        </>
      )}
    </p>
  );
}

function useSaveFilters() {
  const queryClient = useQueryClient();
  return useRouteMutation('setFilters', {
    scope: { id: 'filters' },
    onSuccess: (saved) => {
      queryClient.setQueryData(routeQuery('getFilters').queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: routeKey('getDashboard') });
    },
    success: { title: 'Filters saved', description: 'They apply from the next lead on.' },
  });
}

interface FiltersFormProps {
  saved: Filters;
  savedVersion: number | undefined;
  timeZone: string;
  /** Starts over with the filters that are saved now. */
  onLoad: () => Promise<void>;
}

export function FiltersForm({ saved, savedVersion, timeZone, onLoad }: FiltersFormProps) {
  const save = useSaveFilters();
  // The version that the form shows. A refetch must not change it: saving would then overwrite changes made elsewhere.
  const [version, setVersion] = useState(savedVersion);
  const [filters, setFilters] = useState(saved);
  const [weekly, setWeekly] = useState(formatDollars(saved.weeklyBudgetCents));
  const [monthly, setMonthly] = useState(formatDollars(saved.monthlyBudgetCents));
  const [weeklyError, monthlyError] = [budgetError(weekly), budgetError(monthly)];
  const change = (part: Partial<Filters>) => setFilters((current) => ({ ...current, ...part }));

  const shown = JSON.stringify([filters, weekly, monthly]);
  const [lastSaved, setLastSaved] = useState(shown);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (weeklyError !== undefined || monthlyError !== undefined) return;
    const change = {
      ...filters,
      weeklyBudgetCents: parseDollars(weekly) ?? null,
      monthlyBudgetCents: parseDollars(monthly) ?? null,
      version,
    };
    save.mutate(change, {
      onSuccess: (answer) => {
        setVersion(answer.version);
        setLastSaved(shown);
      },
    });
  };

  return (
    <form className="grid gap-7" noValidate onSubmit={submit}>
      {filterListNames.map((name) => (
        <ChoiceList<string>
          key={name}
          label={name === 'states' ? 'States where you are licensed' : filterLists[name].label}
          isNarrow={name === 'states'}
          options={filterLists[name].oneOf}
          selected={filters[name]}
          onChange={(chosen) => change({ [name]: chosen })}
        />
      ))}
      <MatchCounts {...filters} />
      <HoursEditor hours={filters.hours} timeZone={timeZone} onChange={(hours) => change({ hours })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <BudgetField
          label="Weekly budget, in dollars"
          hint="Weeks begin on Monday."
          text={weekly}
          error={weeklyError}
          onChange={setWeekly}
        />
        <BudgetField
          label="Monthly budget, in dollars"
          hint="Months begin on the 1st."
          text={monthly}
          error={monthlyError}
          onChange={setMonthly}
        />
      </div>
      {hasCode(save.error, 'SETTINGS_CHANGED') ? (
        <SettingsConflict onLoad={onLoad} />
      ) : save.isError ? (
        <Notice tone="danger">{getWaitMessage(save.error, 'Failed to save filters')}</Notice>
      ) : null}
      <SaveBar isUnsaved={shown !== lastSaved}>
        <SubmitButton className="max-sm:w-full" mutation={save} pendingLabel="Saving...">
          Save Filters
        </SubmitButton>
      </SaveBar>
    </form>
  );
}
