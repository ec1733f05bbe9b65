import { leadTypes } from '@desk/contracts/leads/leads.values';
import { ChartFrame } from '@/components/charts/chart-frame';
import { type StateTile, StateTiles } from '@/components/charts/state-tiles';
import { choice, requiredChoice, toLabels } from '@/components/list/list-params';
import { Select, toOptions } from '@/components/ui/select';
import { formatCount, pluralize } from '@/lib/numbers';
import { stateLabels } from '@/lib/state-labels';
import { leadsPath } from '../leads/leads-path';
import {
  countUnsold,
  type MarketReport,
  pickMostOpen,
  type PlaceCounts,
  type PlaceMeasure,
  sortPlaces,
  type StateCounts,
  sumByState,
  toShare,
} from './counts';
import { describeMissingAgents, describeMissingTraffic, describeUnsold } from './sentences';

type LeadType = PlaceCounts['leadType'];

const typeLabels = toLabels(leadTypes);
const ALL_TYPES = 'all';
const typeOptions = [{ value: ALL_TYPES, label: 'All types' }, ...toOptions(typeLabels)] as const;

const measureLabels: Readonly<Record<PlaceMeasure, string>> = {
  unsold: 'Leads without a buyer',
  open: 'Open capacity',
};

/** Parameters that are kept in the URL of the page. */
export const placeParams = {
  type: choice('Lead type', typeLabels),
  show: requiredChoice('Show', measureLabels, 'unsold'),
};

const nameState = (state: PlaceCounts['state']): string => `${stateLabels[state]} (${state})`;

const countBuyers = ({ agents }: Pick<StateCounts, 'agents'>): string =>
  `${pluralize(agents, 'agent')} ${agents === 1 ? 'buys' : 'buy'} there now`;

function describeUnsoldIn(counts: StateCounts): string {
  const unsold = countUnsold(counts);
  return `${pluralize(unsold, 'lead')} without a buyer, ${formatCount(counts.expired)} expired, ${formatCount(unsold - counts.expired)} waiting; ${countBuyers(counts)}`;
}

const openCapacityPath = ({ state, leadType }: PlaceCounts): string =>
  `/admin/reports/open-capacity?${new URLSearchParams({ state, type: leadType }).toString()}`;

const toOpenTile = (place: PlaceCounts): StateTile => ({
  state: place.state,
  count: place.openSlots,
  name: `${nameState(place.state)}: ${pluralize(place.openSlots, `${place.leadType} lead`)} may still be bought today; ${countBuyers(place)}`,
  to: openCapacityPath(place),
});

const notes: Readonly<Record<PlaceMeasure, string>> = {
  unsold:
    'Leads of the period that expired, or wait so far: look for agents there. A tile and a row open their list.',
  open: 'How many leads the agents who buy now may still buy today: buy traffic there. An agent counts in each state and type that the agent buys, so places do not add up: a tile shows the type with the most. A tile and a row open the list of the agents.',
};

interface ByPlaceProps {
  report: MarketReport;
  /** 'this month' */
  during: string;
  measure: PlaceMeasure;
  /** Null shows all types. */
  leadType: LeadType | null;
  onChange: (chosen: { show?: PlaceMeasure; type?: LeadType | null }) => void;
}

/** Shows where leads find no buyer and where agents find no leads, so that admins know what to acquire where. */
export function ByPlace({ report, during, measure, leadType, onChange }: ByPlaceProps) {
  const { from, to } = report;
  const places = report.places.filter((place) => leadType === null || place.leadType === leadType);
  const states = sumByState(places);
  const rows = sortPlaces(places, measure);
  const unsoldPath = (state: PlaceCounts['state'], type: LeadType | null): string =>
    leadsPath({ from, to, state, leadType: type, status: 'unsold' });
  const toUnsoldTile = (counts: StateCounts): StateTile => ({
    state: counts.state,
    count: countUnsold(counts),
    name: `${nameState(counts.state)}: ${describeUnsoldIn(counts)}`,
    to: unsoldPath(counts.state, leadType),
  });
  const sentences = [
    describeUnsold(states, leadType),
    describeMissingAgents(places),
    describeMissingTraffic(places, during),
  ];
  return (
    <ChartFrame
      title="Where demand and supply meet"
      conclusion={sentences.filter((sentence) => sentence !== '').join(' ')}
      actions={
        <div className="flex flex-wrap gap-3">
          <Select
            label="Show"
            className="w-60"
            options={toOptions(measureLabels)}
            value={measure}
            onChange={(show) => onChange({ show })}
          />
          <Select
            label="Lead type"
            className="w-40"
            options={typeOptions}
            value={leadType ?? ALL_TYPES}
            onChange={(chosen) => onChange({ type: chosen === ALL_TYPES ? null : chosen })}
          />
        </div>
      }
      fileName={`${measure === 'unsold' ? 'leads-without-buyer' : 'open-capacity'}_${from}_${to}`}
      isTableOpen
      table={{
        columns: [
          { header: 'State', kind: 'text' },
          { header: 'Lead type', kind: 'text' },
          { header: 'Accepted', kind: 'count' },
          { header: 'Sold share', kind: 'share' },
          { header: 'Without a buyer', kind: 'count' },
          { header: 'Expired', kind: 'count' },
          { header: 'Agents now', kind: 'count' },
          { header: 'Open today', kind: 'count' },
        ],
        rows: rows.map((place) => ({
          key: `${place.state} ${place.leadType}`,
          cells: [
            nameState(place.state),
            place.leadType,
            place.accepted,
            toShare(place.sold, place.accepted),
            countUnsold(place),
            place.expired,
            place.agents,
            place.openSlots,
          ],
          to: measure === 'open' ? openCapacityPath(place) : unsoldPath(place.state, place.leadType),
        })),
      }}
    >
      <StateTiles
        label={`${measureLabels[measure]} by state`}
        tiles={
          measure === 'open'
            ? pickMostOpen(places).map(toOpenTile)
            : states.filter((counts) => countUnsold(counts) > 0).map(toUnsoldTile)
        }
      />
      <p className="mt-4 text-sm text-muted">{notes[measure]}</p>
    </ChartFrame>
  );
}
