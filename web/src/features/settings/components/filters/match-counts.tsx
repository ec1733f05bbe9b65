import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { useMatchCounts } from '../../api/filters';

const format = (count: number): string => count.toLocaleString('en-US');

/** How many of the recent leads the choice above would have matched. */
export function MatchCounts({ states, leadTypes, assetBands, ageRanges }: Filters) {
  const { data, isError } = useMatchCounts({ states, leadTypes, assetBands, ageRanges });
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
            {format(data.matching)} of {format(data.received)}
          </strong>{' '}
          leads of the last {data.days} days match these states, types, assets and ages. Hours and budgets are
          not counted.
        </>
      )}
    </p>
  );
}
