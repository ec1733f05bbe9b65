import type { PostReading } from '@desk/contracts/leads/held-posts.schemas';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { FaultList } from '../held-posts/held-post-labels';
import { postedFieldLabels } from './posted-fields';

export type ArrivedValue = PostReading['values'][number];

/** Label for a value that is kept with the lead but belongs to none of its fields. */
export const AS_IT_IS = 'Kept with the lead, in no field';

interface ArrivedValuesProps {
  values: readonly ArrivedValue[];
  /** Renders where a value goes. Defaults to the name of its field. */
  goesTo?: (value: ArrivedValue) => ReactNode;
  isStale?: boolean;
}

export const ArrivedValues = ({
  values,
  goesTo = ({ field }) => (field === null ? AS_IT_IS : postedFieldLabels[field]),
  isStale = false,
}: ArrivedValuesProps) =>
  values.length === 0 ? (
    <p className="text-muted">No values were found in it.</p>
  ) : (
    <DataTable
      caption="What arrived"
      rows={values.map((value, index) => ({ ...value, id: String(index) }))}
      columns={[
        {
          header: 'Name',
          role: 'name',
          className: 'min-w-20 wrap-anywhere',
          cell: ({ name, path }) => name || path,
        },
        { header: 'Value', className: 'min-w-20 wrap-anywhere', cell: ({ value }) => value || '-' },
        { header: 'Goes to', className: 'w-56 min-w-40', cell: goesTo },
      ]}
      isStale={isStale}
      minTableWidthPx={400}
    />
  );

function getVerdict({ failure, faults, isTest }: PostReading): string {
  if (failure !== null || faults.length > 0) return 'This request would be refused';
  return isTest ? 'This request passes as a test, without a lead' : 'This request becomes a lead';
}

/** Shows how a request is understood: whether it becomes a lead, and the value of each field. */
export function LeadReading({ reading, isStale = false }: { reading: PostReading; isStale?: boolean }) {
  const { fields, faults, failure, toolName, isTest } = reading;
  const isRefused = failure !== null || faults.length > 0;
  const otherFaults = faults.filter(({ message }) => !fields.some(({ fault }) => fault === message));
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className={clsx('font-semibold', isRefused ? 'text-danger' : 'text-brand')}>
          {getVerdict(reading)}
        </p>
        {isTest ? <Badge tone="money">Test request</Badge> : null}
        {toolName === '' ? null : <span className="text-sm text-muted">Tool: {toolName}</span>}
      </div>
      {failure === null ? null : <p className="text-danger wrap-anywhere">{failure}</p>}
      <div className="text-danger empty:hidden">
        {otherFaults.length === 0 ? null : <FaultList faults={otherFaults} />}
      </div>
      {fields.length === 0 ? null : (
        <DataTable
          caption="The lead"
          rows={fields.map((field) => ({ ...field, id: field.field }))}
          columns={[
            {
              header: 'Field',
              role: 'name',
              className: 'min-w-20',
              cell: ({ field }) => postedFieldLabels[field],
            },
            { header: 'Sent', className: 'min-w-20 wrap-anywhere', cell: ({ asSent }) => asSent || '-' },
            {
              header: 'Understood as',
              className: 'min-w-20 wrap-anywhere',
              cell: ({ value, fault }) =>
                fault === null ? (value ?? '-') : <span className="text-danger">{fault}</span>,
            },
          ]}
          isStale={isStale}
          minTableWidthPx={320}
        />
      )}
    </div>
  );
}
