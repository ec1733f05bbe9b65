import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type BarLayout,
  chooseAxisLabels,
  HEIGHT,
  layOutBars,
  type PlacedBar,
  showWhereLabelsFit,
  WIDTH,
} from './bar-layout';
import { useMarks } from './use-marks';

export interface Bar {
  readonly key: string;
  /** The full description, for the tooltip and for screen readers: 'Tue, Nov 24: 12 leads, $960'. */
  readonly name: string;
  /** Under the axis: 'Nov 24'. */
  readonly label: string;
  readonly value: number;
  /** Shown above the bar in place of the value. */
  readonly text?: string;
  /** The part of `value` that is drawn dark. The rest is light. */
  readonly part?: number;
  /** Link to the list of what the bar counts. */
  readonly to?: string;
  /** Drawn lighter, because less is expected: a weekend day, for example. */
  readonly isQuiet?: boolean;
  /** Drawn as an outline, because the value still grows. */
  readonly isUnfinished?: boolean;
}

interface BarChartProps {
  /** What the bars count, for screen readers: 'Leads per day'. */
  label: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Hides the value axis and the labels above the bars, for a summary. */
  isCompact?: boolean;
}

const fillOf = ({ part, isQuiet, isUnfinished }: Bar): string =>
  isUnfinished === true
    ? 'fill-brand-soft'
    : part !== undefined
      ? 'fill-heat-2'
      : isQuiet === true
        ? 'fill-heat-3'
        : 'fill-brand forced-colors:fill-[CanvasText]';

/** The drawing is stretched sideways; `non-scaling-stroke` keeps its lines even. */
const line = { vectorEffect: 'non-scaling-stroke' } as const;

function BarShape({ bar, placed }: { bar: Bar; placed: PlacedBar }) {
  const { x, width, height } = placed;
  const area = { x: placed.areaX, width: placed.areaWidth, height: HEIGHT };
  const outline = { x, y: HEIGHT - height, width, height };
  const partHeight = bar.part === undefined ? 0 : (height * bar.part) / bar.value;
  return (
    <>
      <rect {...area} className="fill-transparent transition-colors duration-150 group-hover:fill-sunken" />
      {height === 0 ? null : <rect {...outline} className={fillOf(bar)} />}
      {height === 0 || partHeight === 0 ? null : (
        <rect
          x={x}
          y={HEIGHT - partHeight}
          width={width}
          height={partHeight}
          className={
            bar.isQuiet === true || bar.isUnfinished === true
              ? 'fill-heat-4'
              : 'fill-brand forced-colors:fill-[CanvasText]'
          }
        />
      )}
      {height === 0 || bar.isUnfinished !== true ? null : (
        <rect
          {...outline}
          strokeWidth={1.5}
          strokeDasharray="4 2"
          className="fill-none stroke-brand"
          {...line}
        />
      )}
      <rect
        {...area}
        strokeWidth={2}
        className="fill-none stroke-transparent group-focus-visible:stroke-brand"
        {...line}
      />
    </>
  );
}

/** Describes the hovered or focused bar. Never extends beyond the chart. */
const BarTooltip = ({ name, centerPercent }: { name: string; centerPercent: number }) => (
  <p
    aria-hidden
    className="pointer-events-none absolute bottom-full z-10 mb-1 rounded-control bg-ink px-2.5 py-1 text-sm whitespace-nowrap text-paper shadow-float"
    style={{ left: `${centerPercent}%`, transform: `translateX(-${centerPercent}%)` }}
  >
    {name}
  </p>
);

function ValueLabels({
  bars,
  layout,
  format,
}: { layout: BarLayout } & Pick<BarChartProps, 'bars' | 'format'>) {
  const texts = bars.map(({ value, text }) => (value === 0 ? '' : (text ?? format(value))));
  return (
    <div aria-hidden className={clsx('pointer-events-none text-ink', showWhereLabelsFit(texts))}>
      {layout.bars.map(({ centerPercent, heightPercent }, index) => (
        <span
          key={bars[index]?.key}
          className="absolute -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${centerPercent}%`, bottom: `${heightPercent}%` }}
        >
          {texts[index]}
        </span>
      ))}
    </div>
  );
}

function AxisLabels({ bars, layout }: { bars: readonly Bar[]; layout: BarLayout }) {
  const isAlone = bars.length === 1;
  return (
    <div aria-hidden className="relative -col-end-1 mt-1 h-4">
      {chooseAxisLabels(bars.length).map(({ index, isNarrow }) => {
        const isLast = index === bars.length - 1 && !isAlone;
        return (
          <span
            key={index}
            className={clsx(
              'absolute whitespace-nowrap',
              isLast ? 'right-0 font-semibold text-ink' : '-translate-x-1/2',
              isNarrow ? 'block' : 'hidden @2xl:block',
            )}
            style={isLast ? undefined : { left: `${layout.bars[index]?.centerPercent ?? 0}%` }}
          >
            {bars[index]?.label}
          </span>
        );
      })}
    </div>
  );
}

/**
 * Bars over time, on an axis from zero. Labels are HTML outside the drawing, so that stretching the drawing does not
 * resize them. All bars with a link share one Tab stop.
 */
export function BarChart({ label, bars, format, isCompact = false }: BarChartProps) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const marks = useMarks(bars.filter(({ to }) => to !== undefined).map(({ key }) => key));
  const layout = layOutBars(bars.map(({ value }) => value));
  const top = layout.ticks.at(-1) ?? 1;
  const active = bars.findIndex(({ key }) => key === activeKey);
  const activeBar = bars[active];
  const height = isCompact ? 'h-16' : 'h-48';
  return (
    <div
      className={clsx('tabular @container text-xs text-muted', isCompact ? '' : 'pt-5')}
      onKeyDown={(event) => (event.key === 'Escape' ? setActiveKey(null) : marks.onKeyDown(event))}
    >
      <div className={clsx('grid gap-x-2', isCompact ? 'grid-cols-1' : 'grid-cols-[auto_minmax(0,1fr)]')}>
        {isCompact ? null : (
          <div aria-hidden className={clsx('flex flex-col-reverse justify-between text-right', height)}>
            {layout.ticks.map((tick) => (
              <span key={tick} className="leading-[0]">
                {format(tick)}
              </span>
            ))}
          </div>
        )}
        <div className={clsx('relative -col-end-1', height)} onPointerLeave={() => setActiveKey(null)}>
          <svg
            role="group"
            aria-label={label}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {(isCompact ? [0] : layout.ticks).map((tick) => (
              <line
                key={tick}
                x2={WIDTH}
                y1={HEIGHT - (tick / top) * HEIGHT}
                y2={HEIGHT - (tick / top) * HEIGHT}
                className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
                {...line}
              />
            ))}
            {layout.bars.map((placed, index) => {
              const bar = bars[index];
              if (bar === undefined) return null;
              const show = () => setActiveKey(bar.key);
              const { onFocus, tabIndex } = marks.getProps(bar.key);
              return bar.to === undefined ? (
                <g key={bar.key} className="group" onPointerEnter={show}>
                  <BarShape bar={bar} placed={placed} />
                </g>
              ) : (
                <Link
                  key={bar.key}
                  to={bar.to}
                  aria-label={bar.name}
                  tabIndex={tabIndex}
                  className="group outline-none"
                  onPointerEnter={show}
                  onFocus={() => {
                    onFocus();
                    show();
                  }}
                  onBlur={() => setActiveKey(null)}
                >
                  <BarShape bar={bar} placed={placed} />
                </Link>
              );
            })}
          </svg>
          {isCompact ? null : <ValueLabels bars={bars} layout={layout} format={format} />}
          {activeBar === undefined ? null : (
            <BarTooltip name={activeBar.name} centerPercent={layout.bars[active]?.centerPercent ?? 0} />
          )}
        </div>
        <AxisLabels bars={bars} layout={layout} />
      </div>
    </div>
  );
}
