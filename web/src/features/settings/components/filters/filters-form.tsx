import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { BUDGET_MAX_CENTS, filterLists } from '@desk/contracts/leads/filters.values';
import { LEAD_PRICE_CENTS } from '@desk/contracts/money';
import { type SyntheticEvent, useState } from 'react';
import { SaveBar } from '@/components/form/save-bar';
import { PendingButton } from '@/components/ui/button';
import { ChoiceList } from '@/components/ui/choice-list';
import { Notice } from '@/components/ui/notice';
import { SettingsConflict } from '@/components/ui/settings-conflict';
import { LEAD_PRICE } from '@/config/pricing';
import { getWaitMessage, hasCode } from '@/lib/api-client';
import { useSaveFilters } from '../../api/filters';
import { formatBudget, parseBudget } from '../../lib/hours';
import { BudgetField } from './budget-field';
import { HoursEditor } from './hours-editor';
import { MatchCounts } from './match-counts';

function budgetError(text: string): string | undefined {
  const cents = parseBudget(text);
  if (cents === undefined) return 'Enter a valid amount';
  if (cents === null) return undefined;
  if (cents < LEAD_PRICE_CENTS) return `Enter at least ${LEAD_PRICE}, the price of one lead`;
  return cents > BUDGET_MAX_CENTS ? 'Enter at most $500,000' : undefined;
}

interface FiltersFormProps {
  saved: Filters;
  savedVersion: number | undefined;
  timeZone: string;
  /** Starts over with the current filters. */
  onLoad: () => Promise<void>;
}

export function FiltersForm({ saved, savedVersion, timeZone, onLoad }: FiltersFormProps) {
  const save = useSaveFilters();
  // Changes only with what the form shows, so that a change made elsewhere is never undone.
  const [version, setVersion] = useState(savedVersion);
  const [filters, setFilters] = useState(saved);
  const [weekly, setWeekly] = useState(formatBudget(saved.weeklyBudgetCents));
  const [monthly, setMonthly] = useState(formatBudget(saved.monthlyBudgetCents));
  const [weeklyError, monthlyError] = [budgetError(weekly), budgetError(monthly)];
  const change = (part: Partial<Filters>) => setFilters((current) => ({ ...current, ...part }));

  const shown = JSON.stringify([filters, weekly, monthly]);
  const [lastSaved, setLastSaved] = useState(shown);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (weeklyError !== undefined || monthlyError !== undefined) return;
    const change = {
      ...filters,
      weeklyBudgetCents: parseBudget(weekly) ?? null,
      monthlyBudgetCents: parseBudget(monthly) ?? null,
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
      <ChoiceList
        label="States where you are licensed"
        isNarrow
        options={filterLists.states.oneOf}
        selected={filters.states}
        onChange={(states) => change({ states })}
      />
      <ChoiceList
        label={filterLists.leadTypes.label}
        options={filterLists.leadTypes.oneOf}
        selected={filters.leadTypes}
        onChange={(leadTypes) => change({ leadTypes })}
      />
      <ChoiceList
        label={filterLists.assetBands.label}
        options={filterLists.assetBands.oneOf}
        selected={filters.assetBands}
        onChange={(assetBands) => change({ assetBands })}
      />
      <ChoiceList
        label={filterLists.ageRanges.label}
        options={filterLists.ageRanges.oneOf}
        selected={filters.ageRanges}
        onChange={(ageRanges) => change({ ageRanges })}
      />
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
        <PendingButton
          type="submit"
          className="max-sm:w-full"
          isPending={save.isPending}
          pendingLabel="Saving..."
        >
          Save Filters
        </PendingButton>
      </SaveBar>
    </form>
  );
}
