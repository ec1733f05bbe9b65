/** Inner size of the drawing. It is stretched to the width of its container; texts are beside it and are not. */
export const WIDTH = 1_000;
export const HEIGHT = 200;

/** Most steps of the axis. */
const STEPS_MAX = 4;
/** How much of the width for each bar stays empty. */
const GAP = 0.25;
/** A single bar must not fill the chart. */
const BAR_WIDTH_MAX = WIDTH / 14;
/** So that one lead beside hundreds is still seen. */
const BAR_HEIGHT_MIN = 2;

export interface PlacedBar {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** Where the room of the bar begins, and how wide it is: the area that reacts to the pointer. */
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

/** From which width of the chart on a label for each bar fits. The widths are those of the container queries. */
export function showWhereLabelsFit(labels: readonly string[]): string {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const neededPx = labels.length * (longest * CHARACTER_PX + LABEL_GAP_PX);
  if (neededPx <= 260) return 'block';
  if (neededPx <= 600) return 'hidden @2xl:block';
  return neededPx <= 900 ? 'hidden @5xl:block' : 'hidden';
}

const AXIS_LABELS_MAX = 10;

/**
 * Which bars are named on the axis: as many as fit a wide chart, counted from the last bar; of those, every other one
 * fits a narrow chart.
 */
export function chooseAxisLabels(count: number): readonly { index: number; isNarrow: boolean }[] {
  const step = Math.max(1, Math.ceil(count / AXIS_LABELS_MAX));
  const fits = count <= AXIS_LABELS_MAX / 2;
  return Array.from({ length: Math.ceil(count / step) }, (_, position) => ({
    index: count - 1 - position * step,
    isNarrow: fits || position % 2 === 0,
  })).toReversed();
}
