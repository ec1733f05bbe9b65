import type { ReactNode } from 'react';
import { ChartFrame } from '@/components/charts/chart-frame';
import { StateTiles } from '@/components/charts/state-tiles';
import { formatCount, pluralize } from '@/lib/numbers';
import { stateLabels } from '@/lib/state-labels';
import {
  countUnsold,
  type MarketReport,
  type PlaceCounts,
  sortUnsold,
  sumUnsoldByState,
  toShare,
  type UnsoldInState,
} from './counts';
import { describeUnsold } from './sentences';

const PLACES_MAX = 10;

const nameState = (state: PlaceCounts['state']): string => `${stateLabels[state]} (${state})`;

/** The list of a state's expired leads, or of its waiting ones if none has expired. */
const listPath = ({ state, expired }: Pick<UnsoldInState, 'state' | 'expired'>): string =>
  `/admin/leads?search=${state}&status=${expired > 0 ? 'expired' : 'available'}`;

interface ByPlaceProps {
  report: MarketReport;
  /** Null shows all types. */
  leadType: PlaceCounts['leadType'] | null;
  /** Chooses the type. */
  actions: ReactNode;
}

/** Where leads find no buyer, so that it is known where agents are missing. */
export function ByPlace({ report, leadType, actions }: ByPlaceProps) {
  const places = report.places.filter((place) => leadType === null || place.leadType === leadType);
  const states = sumUnsoldByState(places);
  const rows = sortUnsold(places).slice(0, PLACES_MAX);
  const nameStateTile = (each: UnsoldInState): string =>
    `${nameState(each.state)}: ${pluralize(countUnsold(each), 'lead')} without a buyer, ${formatCount(each.expired)} expired, ${formatCount(each.waiting)} waiting`;
  return (
    <ChartFrame
      title="Where demand and supply meet"
      conclusion={describeUnsold(states, leadType)}
      actions={actions}
      fileName={`leads-without-buyer_${report.from}_${report.to}`}
      isTableOpen={rows.length > 0}
      table={{
        columns: [
          { header: 'State', kind: 'text' },
          { header: 'Lead type', kind: 'text' },
          { header: 'Accepted', kind: 'count' },
          { header: 'Sold share', kind: 'share' },
          { header: 'Expired', kind: 'count' },
          { header: 'Waiting', kind: 'count' },
        ],
        rows: rows.map((place) => ({
          key: `${place.state} ${place.leadType}`,
          cells: [
            nameState(place.state),
            place.leadType,
            place.accepted,
            toShare(place.sold, place.accepted),
            place.expired,
            place.waiting,
          ],
          to: listPath(place),
        })),
      }}
    >
      <StateTiles
        label="Leads without a buyer by state"
        tiles={states.map((each) => ({
          state: each.state,
          count: countUnsold(each),
          name: nameStateTile(each),
          to: listPath(each),
        }))}
      />
      <p className="mt-4 text-sm text-muted">
        The table has the ten places with the most of these leads: look for agents there. Waiting leads are
        those of this moment, whatever the period.
      </p>
    </ChartFrame>
  );
}
