/** Size of the drawing in its own units. The drawing is stretched to the width of its container. */
export const WIDTH = 1_000;
export const HEIGHT = 200;

/** The axis has at most this many steps. */
const STEPS_MAX = 4;
/** Share of each bar's area that stays empty. */
const GAP = 0.25;
/** A single bar must not fill the chart. */
const BAR_WIDTH_MAX = WIDTH / 14;
/** Keeps one lead visible next to hundreds. */
const BAR_HEIGHT_MIN = 2;

export interface PlacedBar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** Left edge of the area that reacts to the pointer, which is wider than the bar. */
  readonly areaX: number;
  readonly areaWidth: number;
  /** Middle of the bar, in percent of the width. */
  readonly centerPercent: number;
  /** Height in percent. */
  readonly heightPercent: number;
}

export interface BarLayout {
  /** Whole numbers from 0 to the top of the axis, at equal distances. */
  readonly ticks: readonly number[];
  readonly bars: readonly PlacedBar[];
}

/** Returns whole, round numbers at equal distances, from 0 to at least `max`. */
function listTicks(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(max / STEPS_MAX));
  const size = [1, 2, 5].find((each) => max / (each * power) <= STEPS_MAX) ?? 10;
  const step = Math.max(1, size * power);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** Places a bar for each value on an axis from zero. */
export function layOutBars(values: readonly number[]): BarLayout {
  const ticks = listTicks(Math.max(1, ...values));
  const top = ticks.at(-1) ?? 1;
  const areaWidth = WIDTH / values.length;
  const width = Math.min(areaWidth * (1 - GAP), BAR_WIDTH_MAX);
  return {
    ticks,
    bars: values.map((value, index) => {
      const areaX = index * areaWidth;
      const center = areaX + areaWidth / 2;
      const height = value <= 0 ? 0 : Math.max(BAR_HEIGHT_MIN, (value / top) * HEIGHT);
      return {
        x: center - width / 2,
        width,
        height,
        areaX,
        areaWidth,
        centerPercent: (center / WIDTH) * 100,
        heightPercent: (height / HEIGHT) * 100,
      };
    }),
  };
}

/** Width of a digit and of the space around a label, in CSS pixels. */
const CHARACTER_PX = 7;
const LABEL_GAP_PX = 6;

/** Returns classes that show the labels only while the chart is wide enough for all of them. */
export function showWhereLabelsFit(labels: readonly string[]): string {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const neededPx = labels.length * (longest * CHARACTER_PX + LABEL_GAP_PX);
  if (neededPx <= 260) return 'block';
  if (neededPx <= 600) return 'hidden @2xl:block';
  return neededPx <= 900 ? 'hidden @5xl:block' : 'hidden';
}

const AXIS_LABELS_MAX = 10;

/**
 * Chooses the bars that get a label on the axis: as many as fit a wide chart, counted back from the last bar. A narrow
 * chart shows every other label.
 */
export function chooseAxisLabels(count: number): readonly { index: number; isNarrow: boolean }[] {
  const step = Math.max(1, Math.ceil(count / AXIS_LABELS_MAX));
  const fits = count <= AXIS_LABELS_MAX / 2;
  return Array.from({ length: Math.ceil(count / step) }, (_, position) => ({
    index: count - 1 - position * step,
    isNarrow: fits || position % 2 === 0,
  })).toReversed();
}
