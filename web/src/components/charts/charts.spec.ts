import { describe, expect, it } from '@jest/globals';
import { chooseAxisLabels, HEIGHT, layOutBars, showWhereLabelsFit, WIDTH } from './bar-layout';
import { getHeatStep, heatClasses } from './heat-steps';
import { findNextMark } from './use-marks';

describe('layOutBars', () => {
  it('begins the axis at zero and marks whole numbers at equal distances', () => {
    const ticksOf = (...values: number[]) => layOutBars(values).ticks;
    expect(ticksOf(0, 0)).toEqual([0, 1]);
    expect(ticksOf(1)).toEqual([0, 1]);
    expect(ticksOf(2, 1)).toEqual([0, 1, 2]);
    expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
    expect(ticksOf(5, 0, 4)).toEqual([0, 2, 4, 6]);
    expect(ticksOf(100)).toEqual([0, 50, 100]);
    expect(ticksOf(96_000)).toEqual([0, 50_000, 100_000]);
    for (let max = 1; max < 3_000; max += 7) {
      const ticks = ticksOf(max);
      const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
      expect([max, ticks[0], new Set(steps).size]).toEqual([max, 0, 1]);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
      expect(ticks.length).toBeLessThanOrEqual(5);
    }
  });

  it('draws values in proportion, nothing for zero, and small values visibly', () => {
    const { ticks, bars } = layOutBars([0, 50, 100, 0.01]);
    expect(ticks.at(-1)).toBe(100);
    expect(bars.map(({ height }) => height)).toEqual([0, HEIGHT / 2, HEIGHT, 2]);
  });

  it('divides the width evenly, and keeps a single bar narrow', () => {
    const { bars } = layOutBars(Array.from({ length: 90 }, () => 1));
    expect(bars).toHaveLength(90);
    for (const [index, bar] of bars.entries()) {
      expect(bar.areaX).toBeCloseTo((index * WIDTH) / 90);
      expect(bar.x).toBeGreaterThan(bar.areaX);
      expect(bar.x + bar.width).toBeLessThan(bar.areaX + bar.areaWidth);
    }
    const [single] = layOutBars([7]).bars;
    expect(single?.centerPercent).toBeCloseTo(50);
    expect(single?.width).toBeLessThan(WIDTH / 10);
    expect(layOutBars([]).bars).toEqual([]);
  });
});

it('showWhereLabelsFit hides labels that would overlap', () => {
  const labels = (count: number, text: string) => Array.from({ length: count }, () => text);
  expect(showWhereLabelsFit(labels(7, '12'))).toBe('block');
  expect(showWhereLabelsFit(labels(30, '12'))).toBe('hidden @2xl:block');
  expect(showWhereLabelsFit(labels(30, '$80'))).toBe('hidden @5xl:block');
  expect(showWhereLabelsFit(labels(90, '12'))).toBe('hidden');
  expect(showWhereLabelsFit([])).toBe('block');
});

it('chooseAxisLabels names the last bar, and at most ten', () => {
  expect(chooseAxisLabels(3)).toEqual([
    { index: 0, isNarrow: true },
    { index: 1, isNarrow: true },
    { index: 2, isNarrow: true },
  ]);
  for (const count of [1, 7, 12, 30, 31, 90]) {
    const labels = chooseAxisLabels(count);
    expect(labels.at(-1)).toEqual({ index: count - 1, isNarrow: true });
    expect(labels.length).toBeLessThanOrEqual(10);
    expect(labels.filter(({ isNarrow }) => isNarrow).length).toBeLessThanOrEqual(5);
    expect(labels.every(({ index }) => index >= 0)).toBe(true);
  }
  expect(chooseAxisLabels(0)).toEqual([]);
});

it('getHeatStep has five steps, and none for zero', () => {
  expect([0, 1, 2, 3, 7, 10].map((count) => getHeatStep(count, 10))).toEqual([0, 1, 1, 2, 4, 5]);
  expect(getHeatStep(1, 1)).toBe(5);
  expect(getHeatStep(0, 0)).toBe(0);
  expect(heatClasses(0, 10)).toBe('bg-sunken text-muted');
  expect(heatClasses(10, 10)).toBe('bg-heat-5 text-on-brand');
});

it('findNextMark moves by arrow keys and stops at the ends', () => {
  expect(findNextMark('ArrowLeft', 5, 10)).toBe(4);
  expect(findNextMark('ArrowRight', 5, 10)).toBe(6);
  expect(findNextMark('ArrowDown', 9, 10)).toBe(9);
  expect(findNextMark('ArrowUp', 0, 10)).toBe(0);
  expect(findNextMark('Home', 5, 10)).toBe(0);
  expect(findNextMark('End', 5, 10)).toBe(9);
  for (const key of ['Enter', 'Tab', 'a', 'constructor']) expect(findNextMark(key, 5, 10)).toBeNull();
});
