import type { Disposition } from '@desk/contracts/leads/sold-leads.values';
import { clsx } from 'clsx';
import { Select, toOptions } from '@/components/ui/select';
import { describePlans } from '../lib/describe-plans';
import { dispositionLabels, getLeadName } from '../lib/lead-labels';
import type { ListedLead } from '../lib/sample-leads';
import type { ChosenStatuses } from '../lib/status-saves';

/** What an agent does with leads in the list. */
export interface LeadWork {
  /** Statuses that are not saved yet. */
  readonly chosen: ChosenStatuses;
  readonly choose: (leadId: string, version: number, disposition: Disposition) => void;
  readonly selected: readonly string[];
  /** Whether no more leads can be selected. */
  readonly isFull: boolean;
  readonly select: (leadIds: readonly string[], isSelected: boolean) => void;
}

/** Whether the agent can work on a lead: it is not a sample, and its contact details are not withheld. */
export const isWorkable = ({ isSample, isContactWithheld }: ListedLead): boolean =>
  isSample !== true && isContactWithheld !== true;

interface RowFieldProps {
  lead: ListedLead;
  work: LeadWork;
}

/** Raised above the link that covers the whole card. */
const raised = 'relative z-10';

export function SelectLead({ lead, work: { selected, isFull, select } }: RowFieldProps) {
  const isSelected = selected.includes(lead.id);
  return (
    // The label enlarges the checkbox's target, most on touch screens.
    <label className={clsx(raised, '-m-2 flex cursor-pointer p-2 pointer-coarse:-m-3 pointer-coarse:p-3')}>
      <input
        type="checkbox"
        aria-label={`Select ${getLeadName(lead)}`}
        className="checkbox mt-[3px]"
        checked={isSelected}
        disabled={isFull && !isSelected}
        onChange={({ target }) => select([lead.id], target.checked)}
      />
    </label>
  );
}

const statusOptions = toOptions(dispositionLabels);

export function StatusOfLead({ lead, work: { chosen, choose } }: RowFieldProps) {
  const unsaved = chosen.get(lead.id);
  return (
    <div className={clsx(raised, 'w-36 max-w-full')}>
      <Select
        isCompact
        label={`Status of ${getLeadName(lead)}`}
        options={statusOptions}
        value={unsaved ?? lead.disposition}
        isBusy={unsaved !== undefined}
        onChange={(disposition) => choose(lead.id, lead.version, disposition)}
      />
    </div>
  );
}

interface PlansProps {
  lead: ListedLead;
  nowMs: number;
  className: string;
}

/** When to call back, and the appointment. */
export function Plans({ lead, nowMs, className }: PlansProps) {
  const plans = describePlans(lead, nowMs);
  if (plans.length === 0) return null;
  return (
    <p className={clsx(className, 'flex flex-wrap gap-x-4 text-sm')}>
      {plans.map(({ text, isOverdue }) => (
        <span key={text} className={clsx('font-medium', isOverdue ? 'text-money' : 'text-brand')}>
          {text}
        </span>
      ))}
    </p>
  );
}

interface SelectPageProps {
  leads: readonly ListedLead[];
  work: LeadWork;
}

/** Selects the leads of the page that is shown, or none of them. */
export function SelectPage({ leads, work: { selected, isFull, select } }: SelectPageProps) {
  const leadIds = leads.filter(isWorkable).map(({ id }) => id);
  const isSelected = leadIds.every((id) => selected.includes(id));
  return (
    <label
      data-screen
      className="flex w-fit cursor-pointer items-center gap-3 pl-4 text-sm xl:pl-5 pointer-coarse:min-h-11"
    >
      <input
        type="checkbox"
        className="checkbox"
        checked={isSelected}
        disabled={isFull && !isSelected}
        onChange={({ target }) => select(leadIds, target.checked)}
      />
      Select all on this page
    </label>
  );
}
