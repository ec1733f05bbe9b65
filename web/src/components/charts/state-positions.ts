/** The states as equal tiles, each roughly where it lies. Rows and columns count from 1. */
const map = `
  AK .  .  .  .  .  .  .  .  .  .  ME
  .  .  .  .  .  .  .  .  .  .  VT NH
  .  WA ID MT ND MN IL WI MI NY RI MA
  .  OR NV WY SD IA IN OH PA NJ CT .
  .  CA UT CO NE MO KY WV VA MD DE .
  .  .  AZ NM KS AR TN NC SC DC .  .
  .  .  .  .  OK LA MS AL GA .  .  .
  HI .  .  .  TX .  .  .  .  FL .  .
`;

export interface StatePosition {
  readonly state: string;
  readonly row: number;
  readonly column: number;
}

/** In reading order. */
export const statePositions: readonly StatePosition[] = map
  .trim()
  .split('\n')
  .flatMap((row, rowIndex) =>
    row
      .trim()
      .split(/\s+/)
      .map((state, columnIndex) => ({ state, row: rowIndex + 1, column: columnIndex + 1 })),
  )
  .filter(({ state }) => state !== '.');

/** Territories, and the armed forces abroad: they are not on the map. */
export const placesBesideMap = ['PR', 'VI', 'GU', 'AS', 'MP', 'AA', 'AE', 'AP'] as const;
