import * as Radix from 'radix-ui/slider';
import type { KeyboardEvent } from 'react';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** Values up to this one take half of the track, because they are chosen most. */
  fineStepsUpTo: number;
  onChange: (value: number) => void;
  isDisabled?: boolean;
  /** The value for screen readers, such as '25 leads a day'. */
  valueText?: string;
}

/** Positions of the slider in each half of its track. */
const LENGTH = 500;
/** In the other half, the pointer chooses multiples of this. */
const COARSE_STEP = 5;

const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Keyboard: arrows step by 1, Page Up and Page Down by 10, Home and End jump to the ends. */
export function Slider({
  label,
  value,
  min,
  max,
  fineStepsUpTo,
  onChange,
  isDisabled = false,
  valueText,
}: SliderProps) {
  const position =
    value <= fineStepsUpTo
      ? ((value - min) / (fineStepsUpTo - min)) * LENGTH
      : LENGTH + ((value - fineStepsUpTo) / (max - fineStepsUpTo)) * LENGTH;
  const toValue = (at: number): number =>
    at <= LENGTH
      ? min + Math.round((at / LENGTH) * (fineStepsUpTo - min))
      : fineStepsUpTo +
        Math.round((((at - LENGTH) / LENGTH) * (max - fineStepsUpTo)) / COARSE_STEP) * COARSE_STEP;
  // Radix would step by distance on the track, not by value.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || isDisabled) return;
    event.preventDefault();
    onChange(Math.min(max, Math.max(min, value + step)));
  };
  return (
    <Radix.Root
      max={2 * LENGTH}
      value={[position]}
      disabled={isDisabled}
      className="relative flex h-11 w-full touch-none items-center select-none data-disabled:opacity-55"
      onKeyDown={onKeyDown}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(toValue(next));
      }}
    >
      <Radix.Track className="relative h-1.5 grow rounded-full bg-line">
        <Radix.Range className="absolute h-full rounded-full bg-brand" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="block size-6 cursor-grab rounded-full border-2 border-brand bg-surface shadow-float transition-colors duration-150 hover:bg-brand-soft active:cursor-grabbing"
      />
    </Radix.Root>
  );
}
