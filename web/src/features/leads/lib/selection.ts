import { SELECTED_LEADS_MAX } from '@desk/contracts/leads/sold-leads.values';
import { useState } from 'react';
import { pluralize } from '@/lib/numbers';

/** Adds leads to a selection, up to its maximum, or removes them. */
export const changeSelection = (
  selected: readonly string[],
  leadIds: readonly string[],
  isSelected: boolean,
): readonly string[] =>
  isSelected
    ? [...new Set([...selected, ...leadIds])].slice(0, SELECTED_LEADS_MAX)
    : selected.filter((id) => !leadIds.includes(id));

/** '3 leads selected' */
export const describeSelection = ({ length }: readonly string[]): string =>
  `${pluralize(length, 'lead')} selected${length >= SELECTED_LEADS_MAX ? ', as many as possible' : ''}`;

/** The leads selected on all pages of the list. Changing the filters clears the selection. */
export function useSelection(filters: string) {
  const [selection, setSelection] = useState({ filters, leadIds: [] as readonly string[] });
  if (selection.filters !== filters) setSelection({ filters, leadIds: [] });
  const { leadIds } = selection;
  return {
    selected: leadIds,
    select: (changed: readonly string[], isSelected: boolean) =>
      setSelection((now) => ({ ...now, leadIds: changeSelection(now.leadIds, changed, isSelected) })),
  };
}
