import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatShort } from '@/lib/numbers';
import { heatClasses } from './heat-steps';
import { placesBesideMap, statePositions } from './state-positions';
import { useMarks } from './use-marks';

export interface StateTile {
  /** Two-letter code of the state. */
  readonly state: string;
  readonly count: number;
  /** For screen readers and as a tooltip: 'Texas (TX): 12 leads, 3 won'. */
  readonly name: string;
  /** Link to the list of what the tile counts. */
  readonly to?: string;
}

interface StateTilesProps {
  /** What the tiles count, for screen readers: 'Leads by state'. */
  label: string;
  /** Only states with a count above 0. */
  tiles: readonly StateTile[];
}

interface TileProps {
  state: string;
  tile: StateTile | undefined;
  max: number;
  marks: ReturnType<typeof useMarks>;
  style?: CSSProperties;
}

function Tile({ state, tile, max, marks, style }: TileProps) {
  const classes = clsx(
    'grid aspect-square min-h-6 w-full content-center justify-items-center rounded-[3px] text-xs leading-3 @xl:leading-4',
    heatClasses(tile?.count ?? 0, max),
  );
  const content =
    tile === undefined ? (
      state
    ) : (
      <>
        <span className="sr-only">{tile.name}</span>
        <span aria-hidden>{state}</span>
        <span aria-hidden className="font-semibold">
          {formatShort(tile.count)}
        </span>
      </>
    );
  return (
    <li style={style}>
      {tile?.to === undefined ? (
        <span title={tile?.name} className={classes}>
          {content}
        </span>
      ) : (
        <Link
          to={tile.to}
          title={tile.name}
          className={clsx(classes, 'hover:outline-2 hover:outline-ink')}
          {...marks.getProps(state)}
        >
          {content}
        </Link>
      )}
    </li>
  );
}

/** A map of the United States on which each state is a tile of the same size. */
export function StateTiles({ label, tiles }: StateTilesProps) {
  const byState = new Map(tiles.map((tile) => [tile.state, tile]));
  const beside = placesBesideMap.filter((place) => byState.has(place));
  const order = [...statePositions.map(({ state }) => state), ...beside];
  const marks = useMarks(order.filter((state) => byState.get(state)?.to !== undefined));
  const max = Math.max(0, ...tiles.map(({ count }) => count));
  const propsOf = (state: string) => ({ state, tile: byState.get(state), max, marks });
  return (
    <div role="group" aria-label={label} className="@container" onKeyDown={marks.onKeyDown}>
      <ul className="tabular grid max-w-[40rem] grid-cols-12 gap-px @xl:gap-1">
        {statePositions.map(({ state, row, column }) => (
          <Tile key={state} {...propsOf(state)} style={{ gridRow: row, gridColumn: column }} />
        ))}
      </ul>
      {beside.length === 0 ? null : (
        <ul className="tabular mt-3 grid max-w-[40rem] grid-cols-12 gap-px @xl:gap-1">
          {beside.map((place) => (
            <Tile key={place} {...propsOf(place)} />
          ))}
        </ul>
      )}
    </div>
  );
}
